package org.jvmcluster.supervisor.config;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One value for every key, each with its origin. Immutable.
 *
 * <p>What a supervisor is built from is {@link #config()}; the rest is for {@code config --explain}
 * and for a HUP.
 */
public final class Settings {
  private final Map<ConfigKey<?>, Setting<?>> settings;

  /**
   * Fills in the defaults.
   *
   * @param given whatever differs from the default, or repeats it
   */
  Settings(Map<ConfigKey<?>, Setting<?>> given) {
    Map<ConfigKey<?>, Setting<?>> all = new LinkedHashMap<>();
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      Setting<?> setting = given.get(key);
      all.put(key, setting != null ? setting : byDefault(key));
    }
    this.settings = Collections.unmodifiableMap(all);
  }

  private static <T> Setting<T> byDefault(ConfigKey<T> key) {
    return new Setting<>(key, key.defaultValue(), Origin.DEFAULT);
  }

  /** Every setting, in the order of {@link ConfigKeys#ALL}. */
  public List<Setting<?>> all() {
    return List.copyOf(settings.values());
  }

  /** The setting of a key. */
  @SuppressWarnings("unchecked") // a Setting<T> is only ever made by, and stored under, its key
  public <T> Setting<T> of(ConfigKey<T> key) {
    return (Setting<T>) requireNonNull(settings.get(key), "no such key");
  }

  /** The values, typed. */
  public SupervisorConfig config() {
    return SupervisorConfig.from(this);
  }

  <T> T value(ConfigKey<T> key) {
    return of(key).value();
  }

  /**
   * What a HUP makes of these settings: the new values where a rolling restart can apply them, the
   * old ones where only a new supervisor could.
   *
   * @param reread the same sources, read again
   */
  public Reload reload(Settings reread) {
    Map<ConfigKey<?>, Setting<?>> effective = new LinkedHashMap<>();
    List<Setting<?>> applied = new ArrayList<>();
    List<Setting<?>> kept = new ArrayList<>();
    for (ConfigKey<?> key : ConfigKeys.ALL) {
      Setting<?> old = of(key);
      Setting<?> next = reread.of(key);
      boolean changed = !old.value().equals(next.value());
      boolean possible = key.change() == ConfigKey.Change.RESTART;
      effective.put(key, changed && !possible ? old : next);
      if (changed) {
        (possible ? applied : kept).add(next);
      }
    }
    return new Reload(new Settings(effective), applied, kept);
  }

  /**
   * The outcome of reading the configuration again.
   *
   * @param settings what holds from now on
   * @param appliedByRestart changed, and in force for every worker started from now on
   * @param needNewSupervisor changed in the sources, as they stand there; the old value is kept
   */
  public record Reload(
      Settings settings, List<Setting<?>> appliedByRestart, List<Setting<?>> needNewSupervisor) {
    public Reload {
      requireNonNull(settings, "settings");
      appliedByRestart = List.copyOf(appliedByRestart);
      needNewSupervisor = List.copyOf(needNewSupervisor);
    }
  }
}
