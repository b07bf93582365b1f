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
import org.apiguardian.api.API;

/**
 * The origin of a run and its settings, as far as the tool's files have them.
 *
 * @param source        the files and the tool that wrote them
 * @param model         the model
 * @param load          the load on the model
 * @param dataset       the dataset
 * @param machine       the measured machine
 * @param endedAt       the end of the run, if the requests' moments do not count from 1970; empty if they do
 * @param measuredNanos the duration of the run by the tool, in nanoseconds
 * @param interrupted   true if it was ended early
 * @param definitions   the definitions of its times, and the list of those that it keeps
 * @param energyNote    the reason that there are no joules, or a description of them
 * @param details       further settings by name, without secrets
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunOrigin(Source source, String model, LoadSettings load, Dataset dataset, Machine machine,
        Optional<Instant> endedAt, OptionalLong measuredNanos, boolean interrupted, String definitions,
        String energyNote, Map<String, String> details) {
    /** The model's name where the files have none. */
    public static final String UNKNOWN = "unknown";

    /** Copies the map and rejects nulls. */
    public RunOrigin {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(load, "load");
        details = Map.copyOf(details);
    }

    /**
     * The files of a run and the tool that wrote them.
     *
     * @param tool    the tool's id
     * @param version its version, if the files have it
     * @param file    the file or folder that was read
     */
    public record Source(String tool, Optional<String> version, Path file) {}

    /**
     * The dataset of a run.
     *
     * @param id   its id
     * @param name its name for a person
     */
    public record Dataset(String id, String name) {}

    /**
     * The measured machine.
     *
     * @param system its parts
     * @param label  the machine in one short word
     */
    public record Machine(Optional<SystemInfo> system, Optional<String> label) {}

    /**
     * Starts the description of a run.
     *
     * @param tool the tool's id
     * @param file the file or folder that was read
     * @return a builder with no other facts
     */
    public static Builder builder(String tool, Path file) {
        return new Builder(tool, file);
    }

    /** A builder of the known facts of a run. */
    public static final class Builder {
        private final String tool;
        private final Path file;
        private final Map<String, String> details = new LinkedHashMap<>();
        private Optional<String> toolVersion = Optional.empty();
        private String model = UNKNOWN;
        private LoadSettings load = new LoadSettings(UNKNOWN, OptionalInt.empty(), OptionalDouble.empty(),
                OptionalDouble.empty(), 0, OptionalDouble.empty(), LoadSettings.Cut.NONE, OptionalLong.empty(),
                Optional.empty());
        private Dataset dataset;
        private Machine machine = new Machine(Optional.empty(), Optional.empty());
        private Optional<Instant> endedAt = Optional.empty();
        private OptionalLong measuredNanos = OptionalLong.empty();
        private boolean interrupted;
        private String definitions = "";
        private String energyNote;

        private Builder(String tool, Path file) {
            this.tool = tool;
            this.file = file;
            dataset = new Dataset(tool, tool);
            energyNote = "imported from " + tool + ", which records joules of the run only";
            details.put(RunConfiguration.ORIGIN_TIMES, RunConfiguration.EXACT_TIMES);
        }

        /** Sets the tool's version. */
        public Builder toolVersion(Optional<String> value) {
            toolVersion = value;
            return this;
        }

        /** Sets the model; without a name it is {@value RunOrigin#UNKNOWN}. */
        public Builder model(Optional<String> value) {
            model = value.filter(name -> !name.isBlank()).orElse(UNKNOWN);
            return this;
        }

        /** Sets the load on the model. */
        public Builder load(LoadSettings value) {
            load = value;
            return this;
        }

        /** Sets the dataset. */
        public Builder dataset(String id, String name) {
            dataset = new Dataset(id, name);
            return this;
        }

        /** Sets the measured machine. */
        public Builder system(Optional<SystemInfo> value, Optional<String> label) {
            machine = new Machine(value, label);
            return this;
        }

        /** Sets the end of the run: its requests' moments do not count from 1970. */
        public Builder endedAt(Instant value) {
            endedAt = Optional.of(value);
            return this;
        }

        /** Marks the times of requests as known to the second only, or not at all. */
        public Builder coarseTimes() {
            details.put(RunConfiguration.ORIGIN_TIMES, RunConfiguration.COARSE_TIMES);
            return this;
        }

        /** Sets the duration. */
        public Builder measuredNanos(OptionalLong value) {
            measuredNanos = value;
            return this;
        }

        /** Sets whether it was ended early. */
        public Builder interrupted(boolean value) {
            interrupted = value;
            return this;
        }

        /** Sets the definitions of its times. */
        public Builder definitions(String value) {
            definitions = value;
            return this;
        }

        /** Sets the reason that there are no joules, or a description of them. */
        public Builder energyNote(String value) {
            energyNote = value;
            return this;
        }

        /** Adds a further setting, if it is present. */
        public Builder detail(String name, Optional<String> value) {
            value.ifPresent(text -> details.put(name, text));
            return this;
        }

        /** Builds the origin. */
        public RunOrigin build() {
            return new RunOrigin(new Source(tool, toolVersion, file), model, load, dataset, machine, endedAt,
                    measuredNanos, interrupted, definitions, energyNote, details);
        }
    }
}
