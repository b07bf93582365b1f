package dev.ipw.telemetry;

import dev.ipw.plugin.PluginProvider;
import java.util.List;

/** Provide the sensors of one collector, for example those behind one driver library or one kernel interface. */
public interface TelemetryProvider extends PluginProvider {
    /**
     * Return whether a session with automatic choice should try this collector. Collectors that estimate, or that need an
     * argument, answer false.
     *
     * @return true by default
     */
    default boolean automatic() {
        return true;
    }

    /**
     * Return whether the collector takes an argument after its id and a colon.
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

    /**
     * Look at this machine and open what can be read now, in one go. A session asks this. A collector for which looking
     * takes time, such as one that starts a driver, should not do it twice.
     *
     * @param environment where to look
     * @return what {@link #probe} and {@link #open} say, each asked by default
     */
    default CollectorFindings find(TelemetryEnvironment environment) {
        List<TelemetrySource> sources = open(environment);
        try {
            return new CollectorFindings(probe(environment), sources);
        } catch (RuntimeException | Error failed) {
            SourceClosing.closeAll(sources);
            throw failed;
        }
    }

    /**
     * Return the hint for a call of this collector that hangs: what it waits for, and what to do. Asked by
     * another thread than that of the call; only names things.
     *
     * @param environment where it looks
     * @return a status that failed
     */
    default SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(id(), id(), "it does not answer",
                "see whether what it reads hangs, for example a driver");
    }
}
