package dev.ipw.telemetry;

import dev.ipw.plugin.PluginProvider;
import java.util.List;

/** Provide the sensors of one collector, for example those behind one driver library or one kernel interface. */
public interface TelemetryProvider extends PluginProvider {
    /**
     * Say whether a session with automatic choice should try this collector. Collectors that estimate, or that need an
     * argument, answer false.
     *
     * @return true by default
     */
    default boolean automatic() {
        return true;
    }

    /**
     * Say whether an argument may stand behind the collector's id and a colon.
     *
     * @return false by default
     */
    default boolean takesArgument() {
        return false;
    }

    /**
     * Look at this machine without keeping anything open.
     *
     * @param environment where to look
     * @return what can be read, and for each thing that cannot, why and what to do; never empty
     */
    List<SensorStatus> probe(TelemetryEnvironment environment);

    /**
     * Open what can be read now.
     *
     * @param environment where to look
     * @return the sources; empty if this machine has none of this kind
     */
    List<TelemetrySource> open(TelemetryEnvironment environment);
}
