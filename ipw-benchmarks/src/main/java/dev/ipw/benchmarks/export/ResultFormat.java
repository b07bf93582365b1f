package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.record.internal.TraceFile;
import dev.ipw.run.RunConfiguration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A published format of results. */
public enum ResultFormat {
    /** A file of the folder {@code .eval_results} of a model repository on the HuggingFace hub, in YAML. */
    HUB_EVAL_RESULTS {
        @Override
        ResultExport prepare(ProfileRun run, Parameters options) {
            return HubEvalResults.read(options).of(RunFacts.of(run));
        }
    },
    /** A record of Every Eval Ever, in JSON. */
    EVERY_EVAL_EVER {
        @Override
        ResultExport prepare(ProfileRun run, Parameters options) {
            return EveryEvalEver.read(options).of(RunFacts.of(run));
        }
    },
    /** A submission to the leaderboard of Intelligence Per Watt, in JSON: figures of each economic category. */
    IPW_LEADERBOARD {
        @Override
        ResultExport prepare(ProfileRun run, Parameters options) {
            return LeaderboardSubmission.read(options).of(run);
        }
    },
    /** A log of Inspect, in JSON, with every query. */
    INSPECT {
        @Override
        ResultExport prepare(ProfileRun run, Parameters options) {
            return InspectLog.read(options).of(run);
        }
    },
    /** Traces, a line of JSON for each query, under the keys of the Python reference. */
    TRACES {
        @Override
        ResultExport prepare(ProfileRun run, Parameters options) {
            options.rejectUnknown();
            RunConfiguration configuration = run.summary().configuration();
            return new ResultExport(TraceFile.NAME, out -> {
                try (Stream<ProfilingRecord> records = run.records()) {
                    TraceFile.write(records, configuration.dataset(), configuration.accounting().pricing(), out);
                }
            });
        }
    };

    abstract ResultExport prepare(ProfileRun run, Parameters options);

    /**
     * Returns the name of the format in commands.
     *
     * @return lower case with hyphens, for example {@code ipw-leaderboard}
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a format.
     *
     * @param id its name
     * @return the format
     * @throws ConfigurationException if there is none; the message lists them
     */
    public static ResultFormat named(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id.strip())).findFirst()
                .orElseThrow(() -> unknown(id));
    }

    private static ConfigurationException unknown(String id) {
        List<String> known = Stream.concat(Arrays.stream(values()).map(ResultFormat::id),
                Arrays.stream(FolderFormat.values()).map(FolderFormat::id)).toList();
        return new ConfigurationException("There is no format '" + id + "'."
                + NearestNames.question(id.strip(), known) + " Available: " + String.join(", ", known));
    }

    /**
     * Prepares the export of a run; nothing is written yet.
     *
     * @param run     the run
     * @param options facts that the run does not have, by name, as docs/export.md lists them
     * @return the export
     * @throws ConfigurationException       if an option is missing, unknown or wrong
     * @throws dev.ipw.error.InputException if the run cannot be read, or has nothing for the format
     */
    public ResultExport prepare(ProfileRun run, Map<String, String> options) {
        return prepare(run, Parameters.of("format " + id(), options));
    }
}
