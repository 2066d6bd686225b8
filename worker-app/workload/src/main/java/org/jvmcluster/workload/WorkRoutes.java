package org.jvmcluster.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import org.jvmcluster.runtime.api.TaskKind;
import org.jvmcluster.workload.work.BlockingCall;
import org.jvmcluster.workload.work.Compression;
import org.jvmcluster.workload.work.CpuBurn;
import org.jvmcluster.workload.work.KeyGeneration;
import org.jvmcluster.workload.work.PasswordHash;
import org.jvmcluster.workload.work.RandomBytes;
import org.jvmcluster.workload.work.ServedFile;

/** The routes that are one piece of work each. */
final class WorkRoutes {
  /** Some seconds of hashing. */
  private static final int MAX_ITERATIONS = 5_000_000;

  /** Some seconds of compressing. */
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  private static final int MEBIBYTE = 1024 * 1024;

  private static final byte[] SALT = "the salt of this service".getBytes(UTF_8);

  private WorkRoutes() {}

  static List<Endpoint> of(Workshop shop) {
    Dispatcher dispatcher = shop.dispatcher();
    return List.of(
        Endpoint.work(
            dispatcher,
            "/cpu",
            "?ms=100[&clock=cpu|wall]",
            "uses that much CPU time",
            Cost.CPU_LONG,
            new Placement(Place.LOOP, Place.THREAD, TaskKind.CPU),
            WorkRoutes::cpu),
        Endpoint.work(
            dispatcher,
            "/block",
            "?ms=100",
            "holds its thread without using CPU",
            Cost.IO,
            Placement.loop(TaskKind.APP),
            WorkRoutes::block),
        Endpoint.work(
            dispatcher,
            "/hash",
            "[?iterations=300000]",
            "PBKDF2-HMAC-SHA512, 64 bytes",
            Cost.CPU_LONG,
            Placement.pool(TaskKind.HASH),
            context -> hash(context, "hashed")),
        Endpoint.work(
            dispatcher,
            "/login",
            "[?iterations=300000]",
            "the same as every login needs it",
            Cost.CPU_LONG,
            Placement.pool(TaskKind.HASH),
            context -> hash(context, "logged in")),
        Endpoint.work(
            dispatcher,
            "/file",
            "[?bytes=1024]",
            "reads a regular file",
            Cost.IO,
            Placement.pool(TaskKind.FILE),
            context -> file(context, shop.stock())),
        Endpoint.work(
            dispatcher,
            "/gzip",
            "[?bytes=1048576]",
            "compresses text",
            Cost.CPU_LONG,
            Placement.pool(TaskKind.COMPRESS),
            WorkRoutes::gzip),
        Endpoint.work(
            dispatcher,
            "/random",
            "[?bytes=1048576]",
            "makes random bytes that nobody can guess",
            Cost.CPU_SHORT,
            Placement.pool(TaskKind.RANDOM),
            WorkRoutes::random),
        Endpoint.work(
            dispatcher,
            "/keygen",
            "[?bits=2048]",
            "finds an RSA key pair",
            Cost.CPU_LONG,
            Placement.pool(TaskKind.KEYGEN),
            WorkRoutes::keygen));
  }

  private static Callable<String> cpu(RoutingContext context) throws Refused {
    Duration time = Parameters.millis(context, "ms", 100);
    CpuBurn.Clock clock = Parameters.choice(context, "clock", CpuBurn.Clock.CPU);
    return () ->
        "computed "
            + Long.toHexString(CpuBurn.compute(time, clock))
            + " in "
            + time.toMillis()
            + " ms by the "
            + Parameters.wireName(clock)
            + " clock";
  }

  private static Callable<String> block(RoutingContext context) throws Refused {
    Duration time = Parameters.millis(context, "ms", 100);
    return () -> {
      BlockingCall.hold(time);
      return "held a thread for " + time.toMillis() + " ms";
    };
  }

  private static Callable<String> hash(RoutingContext context, String done) throws Refused {
    int iterations = Parameters.number(context, "iterations", 300_000, 1, MAX_ITERATIONS);
    return () -> {
      byte[] hash = PasswordHash.of("correct horse".toCharArray(), SALT, iterations);
      return done
          + " with "
          + iterations
          + " iterations: "
          + HexFormat.of().formatHex(hash, 0, 8)
          + "...";
    };
  }

  private static Callable<String> file(RoutingContext context, Stock stock) throws Refused {
    int bytes = Parameters.number(context, "bytes", 1024, 0, ServedFile.MAX_BYTES);
    return () -> "read " + stock.file().read(bytes) + " bytes";
  }

  private static Callable<String> gzip(RoutingContext context) throws Refused {
    int bytes = Parameters.number(context, "bytes", MEBIBYTE, 0, MAX_BYTES);
    return () -> "compressed " + bytes + " bytes to " + Compression.gzip(bytes);
  }

  private static Callable<String> random(RoutingContext context) throws Refused {
    int bytes = Parameters.number(context, "bytes", MEBIBYTE, 0, MAX_BYTES);
    return () -> "made " + bytes + " random bytes, the last are " + RandomBytes.make(bytes);
  }

  private static Callable<String> keygen(RoutingContext context) throws Refused {
    int bits = Parameters.number(context, "bits", 2048, 1024, 4096);
    return () -> {
      String modulus = KeyGeneration.rsa(bits).getModulus().toString(16);
      return "found an RSA key of " + bits + " bits, modulus " + modulus.substring(0, 16) + "...";
    };
  }
}
