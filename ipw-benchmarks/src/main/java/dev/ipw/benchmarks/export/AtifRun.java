package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.cost.Pricing;
import dev.ipw.run.RunConfiguration;
import dev.ipw.telemetry.RunClock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;

/**
 * The properties that all trajectories of a run share.
 *
 * @param name     the run's name
 * @param dataset  the dataset's id
 * @param agent    the agent's name
 * @param version  the version of this library that ran it
 * @param model    the model of the requests
 * @param settings the agent's settings
 * @param pricing  the prices of tokens
 * @param clock    the relation of the run's moments to the calendar
 */
record AtifRun(String name, String dataset, String agent, String version, String model, Map<String, String> settings,
        Pricing pricing, RunClock clock) {
    /** The format of moments. It has six digits because readers of the files have microseconds. */
    private static final DateTimeFormatter MOMENT = DateTimeFormatter
            .ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** Copies the settings; rejects nulls. */
    AtifRun {
        settings = Map.copyOf(settings);
    }

    static AtifRun of(ProfileRun run) {
        RunConfiguration configuration = run.summary().configuration();
        Map<String, String> settings = configuration.settings().agent();
        return new AtifRun(String.valueOf(run.path().toAbsolutePath().normalize().getFileName()),
                configuration.dataset(), settings.getOrDefault("agent", "ipw"),
                configuration.versions().getOrDefault("ipw", "unknown"), configuration.client().model(), settings,
                configuration.accounting().pricing(), configuration.clock());
    }

    /** Writes a moment of the run as ISO 8601. */
    String timestamp(long sinceAnchorNanos) {
        return MOMENT.format(clock.instant(clock.nanoTime(sinceAnchorNanos)));
    }
}
