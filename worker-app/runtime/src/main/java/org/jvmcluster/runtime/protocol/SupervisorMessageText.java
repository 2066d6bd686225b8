package org.jvmcluster.runtime.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Drain;
import org.jvmcluster.runtime.protocol.SupervisorMessage.DumpThreads;
import org.jvmcluster.runtime.protocol.SupervisorMessage.LimitConnections;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Refused;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Sockets;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Unserved;
import org.jvmcluster.runtime.protocol.SupervisorMessage.Welcome;

/** The text of each {@link SupervisorMessage}. */
final class SupervisorMessageText {
  private static final String WELCOME = "welcome";
  private static final String REFUSED = "refused";
  private static final String SOCKETS = "sockets";
  private static final String UNSERVED = "unserved";
  private static final String LIMIT_CONNECTIONS = "limit-connections";
  private static final String DUMP_THREADS = "dump-threads";
  private static final String DRAIN = "drain";

  private SupervisorMessageText() {}

  static BodyWriter write(SupervisorMessage message) {
    if (message instanceof Welcome welcome) {
      return writeWelcome(welcome);
    } else if (message instanceof Refused refused) {
      return new BodyWriter(REFUSED).field("reason", refused.reason());
    } else if (message instanceof Sockets sockets) {
      return writeSockets(sockets);
    } else if (message instanceof Unserved unserved) {
      BodyWriter body = new BodyWriter(UNSERVED);
      unserved.slots().forEach(slot -> body.number("slot", slot.number()));
      return body;
    } else if (message instanceof LimitConnections limit) {
      return new BodyWriter(LIMIT_CONNECTIONS).number("connections", limit.connections());
    } else if (message instanceof DumpThreads dump) {
      return new BodyWriter(DUMP_THREADS).number("request", dump.request());
    } else if (message instanceof Drain drain) {
      return new BodyWriter(DRAIN).duration("limitNanos", drain.limit());
    }
    throw new AssertionError("a message without text: " + message.getClass());
  }

  static Optional<SupervisorMessage> read(Body body) throws ProtocolException {
    return switch (body.type()) {
      case WELCOME -> Optional.of(readWelcome(body));
      case REFUSED -> Optional.of(new Refused(body.text("reason")));
      case SOCKETS -> Optional.of(readSockets(body));
      case UNSERVED -> Optional.of(readUnserved(body));
      case LIMIT_CONNECTIONS ->
          Optional.of(
              body.value("connections", number -> new LimitConnections(Math.toIntExact(number))));
      case DUMP_THREADS -> Optional.of(new DumpThreads(body.number("request")));
      case DRAIN -> Optional.of(new Drain(body.duration("limitNanos")));
      default -> Optional.empty();
    };
  }

  private static BodyWriter writeWelcome(Welcome welcome) {
    BodyWriter body =
        new BodyWriter(WELCOME)
            .number("protocol", welcome.protocol())
            .field("warmUp", welcome.warmUp().name())
            .field("acceptance", welcome.acceptance().name())
            .number("maxInFlight", welcome.maxInFlight())
            .duration("drainLimitNanos", welcome.drainLimit())
            .duration("shedAfterNanos", welcome.shedAfter());
    welcome
        .ports()
        .forEach(port -> body.field("port", Integer.toString(port.port()), port.address()));
    return body;
  }

  private static Welcome readWelcome(Body body) throws ProtocolException {
    List<SupervisedPort> ports = new ArrayList<>();
    for (List<String> atoms : body.atoms("port", 2)) {
      String address = atoms.get(1);
      ports.add(
          body.value(
              "port",
              atoms.get(0),
              number -> new SupervisedPort(address, Math.toIntExact(number))));
    }
    int protocol = body.integer("protocol");
    WarmUp warmUp = body.constant("warmUp", WarmUp.class);
    Acceptance acceptance = body.constant("acceptance", Acceptance.class);
    var drainLimit = body.duration("drainLimitNanos");
    var shedAfter = body.duration("shedAfterNanos", Duration.ZERO);
    return body.value(
        "maxInFlight",
        number ->
            new Welcome(
                protocol,
                ports,
                warmUp,
                acceptance,
                Math.toIntExact(number),
                drainLimit,
                shedAfter));
  }

  private static BodyWriter writeSockets(Sockets sockets) {
    BodyWriter body = new BodyWriter(SOCKETS);
    sockets
        .labels()
        .forEach(
            label -> body.field("socket", Integer.toString(label.port()), label.slot().toString()));
    return body;
  }

  private static Sockets readSockets(Body body) throws ProtocolException {
    List<SocketLabel> labels = new ArrayList<>();
    for (List<String> atoms : body.atoms("socket", 2)) {
      Slot slot = body.value("socket", atoms.get(1), number -> new Slot(Math.toIntExact(number)));
      labels.add(
          body.value(
              "socket", atoms.get(0), number -> new SocketLabel(Math.toIntExact(number), slot)));
    }
    if (labels.isEmpty()) {
      throw new ProtocolException("message 'sockets' needs the key 'socket' at least once");
    }
    return new Sockets(labels);
  }

  private static Unserved readUnserved(Body body) throws ProtocolException {
    Set<Slot> slots = new HashSet<>();
    for (String slot : body.texts("slot")) {
      slots.add(body.value("slot", slot, number -> new Slot(Math.toIntExact(number))));
    }
    return new Unserved(slots);
  }
}
