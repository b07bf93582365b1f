package dev.ipw.importing;

import dev.ipw.record.SystemInfo;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunConfiguration;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The origin of a run and its settings, as far as the tool's files have them.
 *
 * @param tool          the tool's id
 * @param toolVersion   its version, where it says so
 * @param file          the file or folder that was read
 * @param model         the model
 * @param load          how requests were put on it
 * @param dataset       the dataset's id
 * @param datasetName   its name for a person
 * @param system        the machine that was measured
 * @param hardwareLabel the machine in one short word
 * @param endedAt       when the run ended, if the requests' moments do not count from 1970; empty if they do
 * @param measuredNanos how long the run took as the tool says, in nanoseconds
 * @param interrupted   true if it was ended early
 * @param definitions   what its times mean, and what of them it keeps
 * @param energyNote    why there are no joules, or what they are
 * @param details       further settings by name, without secrets
 */
public record RunOrigin(String tool, Optional<String> toolVersion, Path file, String model, LoadSettings load,
        String dataset, String datasetName, Optional<SystemInfo> system, Optional<String> hardwareLabel,
        Optional<Instant> endedAt, OptionalLong measuredNanos, boolean interrupted, String definitions,
        String energyNote, Map<String, String> details) {
    /** The model's name where the files do not tell it. */
    public static final String UNKNOWN = "unknown";

    /** Copies the map and refuse nulls. */
    public RunOrigin {
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(load, "load");
        details = Map.copyOf(details);
    }

    /**
     * Begins to describe a run.
     *
     * @param tool the tool's id
     * @param file the file or folder that was read
     * @return a builder that knows nothing else
     */
    public static Builder builder(String tool, Path file) {
        return new Builder(tool, file);
    }

    /** Gather what is known of a run. */
    public static final class Builder {
        private final String tool;
        private final Path file;
        private final Map<String, String> details = new LinkedHashMap<>();
        private Optional<String> toolVersion = Optional.empty();
        private String model = UNKNOWN;
        private LoadSettings load = new LoadSettings(UNKNOWN, OptionalInt.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), 0, OptionalDouble.empty(), LoadSettings.Cut.NONE, OptionalLong.empty(),
                Optional.empty());
        private String dataset;
        private String datasetName;
        private Optional<SystemInfo> system = Optional.empty();
        private Optional<String> hardwareLabel = Optional.empty();
        private Optional<Instant> endedAt = Optional.empty();
        private OptionalLong measuredNanos = OptionalLong.empty();
        private boolean interrupted;
        private String definitions = "";
        private String energyNote;

        private Builder(String tool, Path file) {
            this.tool = tool;
            this.file = file;
            dataset = tool;
            datasetName = tool;
            energyNote = "imported from " + tool + ", which records joules of the run only";
            details.put(RunConfiguration.ORIGIN_TIMES, RunConfiguration.EXACT_TIMES);
        }

        /** Names the tool's version. */
        public Builder toolVersion(Optional<String> value) {
            toolVersion = value;
            return this;
        }

        /** Names the model; without a name it is {@value RunOrigin#UNKNOWN}. */
        public Builder model(Optional<String> value) {
            model = value.filter(name -> !name.isBlank()).orElse(UNKNOWN);
            return this;
        }

        /** Returns how requests were put on the model. */
        public Builder load(LoadSettings value) {
            load = value;
            return this;
        }

        /** Names the dataset. */
        public Builder dataset(String id, String name) {
            dataset = id;
            datasetName = name;
            return this;
        }

        /** Describes the machine that was measured. */
        public Builder system(Optional<SystemInfo> value, Optional<String> label) {
            system = value;
            hardwareLabel = label;
            return this;
        }

        /** Returns when the run ended: its requests' moments do not count from 1970. */
        public Builder endedAt(Instant value) {
            endedAt = Optional.of(value);
            return this;
        }

        /** Marks the times of requests as known to the second only, or not at all. */
        public Builder coarseTimes() {
            details.put(RunConfiguration.ORIGIN_TIMES, RunConfiguration.COARSE_TIMES);
            return this;
        }

        /** Returns how long it took. */
        public Builder measuredNanos(OptionalLong value) {
            measuredNanos = value;
            return this;
        }

        /** Returns whether it was ended early. */
        public Builder interrupted(boolean value) {
            interrupted = value;
            return this;
        }

        /** Returns what its times mean. */
        public Builder definitions(String value) {
            definitions = value;
            return this;
        }

        /** Returns why there are no joules, or what they are. */
        public Builder energyNote(String value) {
            energyNote = value;
            return this;
        }

        /** Keeps a further setting, if it is there. */
        public Builder detail(String name, Optional<String> value) {
            value.ifPresent(text -> details.put(name, text));
            return this;
        }

        /** Builds. */
        public RunOrigin build() {
            return new RunOrigin(tool, toolVersion, file, model, load, dataset, datasetName, system, hardwareLabel,
                    endedAt, measuredNanos, interrupted, definitions, energyNote, details);
        }
    }
}
