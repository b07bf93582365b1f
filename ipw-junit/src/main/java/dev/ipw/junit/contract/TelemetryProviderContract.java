package dev.ipw.junit.contract;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract between a session and a {@link TelemetryProvider}: on a machine without its hardware it reports that
 * and opens nothing. A {@link TelemetrySourceContract} checks its sources.
 *
 * <pre>{@code
 * class WallMeterProviderTests extends TelemetryProviderContract {
 *     protected TelemetryProvider provider() {
 *         return new WallMeterProvider();
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class TelemetryProviderContract extends PluginContract<TelemetryProvider> {
    @TempDir
    Path folder;

    /** Creates the contract of a subclass's plugin. */
    protected TelemetryProviderContract() {}

    @Override
    final Class<TelemetryProvider> service() {
        return TelemetryProvider.class;
    }

    /**
     * Returns a machine without the collector's hardware. By default, all system files of Linux are in an empty
     * folder.
     *
     * @param empty an empty folder
     * @return the environment that the collector examines
     */
    protected TelemetryEnvironment withoutHardware(Path empty) {
        String nowhere = empty.toString();
        return TelemetryEnvironment
                .of(Map.of("IPW_SYSFS_ROOT", nowhere, "IPW_PROCFS_ROOT", nowhere, "IPW_DEVFS_ROOT", nowhere));
    }

    @Test
    void saysWhatIsMissingAndWhatToDo() {
        List<SensorStatus> statuses = provider().probe(withoutHardware(folder));

        assertFalse(statuses.isEmpty(), "probe() says nothing; " + Setting.PROBE + " shows a line for each collector");
        for (SensorStatus status : statuses) {
            assertEquals(provider().id(), status.collector(), "the status is of another collector");
            assertFalse(status.detail().isBlank(), "a status says nothing");
        }
    }

    @Test
    void opensNothingWhereProbeFindsNothing() {
        TelemetryEnvironment environment = withoutHardware(folder);
        boolean available = provider().probe(environment).stream().anyMatch(SensorStatus::available);
        List<TelemetrySource> sources;
        try {
            sources = provider().open(environment);
        } catch (ConfigurationException unnamed) {
            assertTrue(provider().takesArgument(), "open() may only throw where an argument is missing: " + unnamed);
            return;
        }
        try {
            assertEquals(available, !sources.isEmpty(),
                    "probe() and open() disagree on whether there is something to read");
        } finally {
            sources.forEach(TelemetrySource::close);
        }
    }
}
