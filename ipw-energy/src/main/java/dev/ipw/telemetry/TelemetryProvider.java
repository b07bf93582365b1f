package dev.ipw.telemetry;

import dev.ipw.plugin.PluginProvider;
import java.time.Duration;
import java.util.List;
import org.apiguardian.api.API;

/** The provider of one collector's sensors, for example those behind one driver library or one kernel interface. */
@API(status = API.Status.EXPERIMENTAL)
public interface TelemetryProvider extends PluginProvider {
    /**
     * Returns whether a session with automatic choice should try this collector. Collectors that estimate, or that need
     * an argument, return false.
     *
     * @return true by default
     */
    default boolean automatic() {
        return true;
    }

    /**
     * Returns whether the collector takes an argument after its id and a colon.
     *
     * @return false by default
     */
    default boolean takesArgument() {
        return false;
    }

    /**
     * Returns the time that other machines have to answer when this collector looks and opens, in addition to the four
     * seconds that each collector has.
     *
     * @return zero by default
     */
    default Duration answerTime() {
        return Duration.ZERO;
    }

    /**
     * Looks at this machine without keeping anything open.
     *
     * @param environment the place where to look
     * @return the readable sensors, and for each unreadable one the reason and the remedy; never empty
     */
    List<SensorStatus> probe(TelemetryEnvironment environment);

    /**
     * Opens everything that can be read now.
     *
     * @param environment the place where to look
     * @return the sources; empty if this machine has none of this kind
     */
    List<TelemetrySource> open(TelemetryEnvironment environment);

    /**
     * Looks at this machine and opens everything that can be read now, in one step. A session calls this method. A
     * collector for which looking takes time, such as one that starts a driver, should not do it twice.
     *
     * @param environment the place where to look
     * @return the results of {@link #probe} and {@link #open}, both called by default
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
     * Returns the hint for a call of this collector that hangs: the reason for the wait, and the remedy. Called on
     * another thread than the call that hangs; only returns text.
     *
     * @param environment the place where it looks
     * @return a status that failed
     */
    default SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(id(), id(), "it does not answer",
                "see whether what it reads hangs, for example a driver");
    }
}
