package dev.ipw.shard;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.tree.TreeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * The plan that all shards of a run share, in {@code shards.json} of the run's folder. The first shard to begin writes
 * it; the others must agree.
 *
 * @param count               the number of shards
 * @param seed                the seed of the questions, and of the arrivals of an open load
 * @param questionsSha256     the SHA-256 of all questions of the run, in order
 * @param configurationSha256 the SHA-256 of the settings
 * @param settings            the settings that all shards must have, by name, without secrets
 * @param start               the start of the load, for all shards
 * @param deadline            the moment from which no request is started; empty if only the questions end the run
 * @param serverShared        whether all shards ask one server, so that its joules can only be divided over all of them
 */
@API(status = API.Status.EXPERIMENTAL)
public record ShardPlan(int count, long seed, String questionsSha256, String configurationSha256,
        Map<String, String> settings, Instant start, Optional<Instant> deadline, boolean serverShared) {
    /** The name of the file. */
    public static final String FILE = "shards.json";

    private static final long MAX_BYTES = 16L << 20;

    /** Copies the map and refuses nulls. */
    public ShardPlan {
        Objects.requireNonNull(questionsSha256, "questionsSha256");
        Objects.requireNonNull(configurationSha256, "configurationSha256");
        settings = Map.copyOf(settings);
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(deadline, "deadline");
    }

    /**
     * Reads the plan of a run.
     *
     * @param run the run's folder, with the folders of its shards in it
     * @return the plan; empty if the run has no shards
     * @throws InputException if the file cannot be read, or is damaged
     */
    public static Optional<ShardPlan> read(Path run) {
        Path file = run.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
        return Optional.of(TreeReader.ofJson(file.toString(), json).as(ShardPlanCodec::fromTree));
    }

    /**
     * Formats the plan as the content of its file.
     *
     * @return a JSON object
     */
    public String json() {
        return ShardPlanCodec.toTree(this).prettyJson();
    }

    /** Returns the settings in the order of their names. */
    @Override
    public Map<String, String> settings() {
        return new TreeMap<>(settings);
    }
}
