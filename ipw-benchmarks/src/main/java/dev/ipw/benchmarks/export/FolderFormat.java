package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.plugin.Parameters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A published format that fills a folder. */
public enum FolderFormat {
    /** Trajectories of the Agent Trajectory Interchange Format, version 1.7: a folder with {@code trajectory.json} for each query. */
    ATIF {
        @Override
        FolderExport prepare(ProfileRun run) {
            return new AtifFolder(run);
        }
    },
    /** A HuggingFace dataset with a row for each trace. */
    TRACES_HF {
        @Override
        FolderExport prepare(ProfileRun run) {
            return new TraceDataset(run);
        }
    };

    abstract FolderExport prepare(ProfileRun run);

    /**
     * Returns the name of the format in commands.
     *
     * @return lower case with hyphens, for example {@code traces-hf}
     */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a format.
     *
     * @param id its name
     * @return the format; empty if no format of folders has the name
     */
    public static Optional<FolderFormat> named(String id) {
        return Arrays.stream(values()).filter(format -> format.id().equals(id.strip())).findFirst();
    }

    /**
     * Prepares the export of a run; nothing is written yet.
     *
     * @param run     the run
     * @param options must be empty: these formats have no options
     * @return the export
     * @throws dev.ipw.error.ConfigurationException if an option is given
     */
    public FolderExport prepare(ProfileRun run, Map<String, String> options) {
        Parameters.of("format " + id(), options).rejectUnknown();
        return prepare(run);
    }
}
