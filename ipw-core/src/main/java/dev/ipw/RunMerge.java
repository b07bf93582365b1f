package dev.ipw;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.profile.internal.ShardMerge;
import java.nio.file.Path;
import java.time.Duration;
import org.apiguardian.api.API;

/**
 * The merging of a run's finished shards: divides the joules over the requests of all shards, and writes the dataset and
 * the summary of the whole run, which is then read as any other. The shards stay as they are, so that a run can be
 * merged again.
 *
 * <pre>{@code
 * ProfileRun run = RunMerge.of(Path.of("runs/night")).run();
 * run.summary().shards().forEach(shard -> System.out.println(shard.host() + ": " + shard.queries() + " queries"));
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RunMerge {
    /** The maximum difference between the clocks of two machines that is assumed if none is given. */
    public static final Duration DEFAULT_CLOCK_DIFFERENCE = Duration.ofSeconds(1);

    private final Path run;
    private final boolean isPartial;
    private final Duration clockDifference;

    private RunMerge(Path run, boolean isPartial, Duration clockDifference) {
        this.run = run;
        this.isPartial = isPartial;
        this.clockDifference = clockDifference;
    }

    /**
     * Prepares to merge.
     *
     * @param run the run's folder, with {@code shards.json} and the folders of the shards
     * @return a merge that demands all shards
     */
    public static RunMerge of(Path run) {
        return new RunMerge(run, false, DEFAULT_CLOCK_DIFFERENCE);
    }

    /**
     * Allows shards that are missing, unfinished or damaged. The merged run is then invalid and has no headline.
     *
     * @param partial whether such shards are left out
     * @return a copy with that setting
     */
    public RunMerge partial(boolean partial) {
        return new RunMerge(run, partial, clockDifference);
    }

    /**
     * Sets how far the wall clocks of two machines may differ. Bounds of joules allow for it; if it is more than a step
     * of the sensors, requests have no joules of their own. Shards of one machine have one clock.
     *
     * @param most the maximum difference; {@link #DEFAULT_CLOCK_DIFFERENCE} if it is not set
     * @return a copy with that setting
     */
    public RunMerge clockDifference(Duration most) {
        if (most.isNegative()) {
            throw new ConfigurationException("Clocks differ by a positive time, not " + most);
        }
        return new RunMerge(run, isPartial, most);
    }

    /**
     * Merges.
     *
     * @return the merged run
     * @throws InputException         if a shard is missing, unfinished or damaged and the merge is not partial, two shards
     *                                have the same record or disagree about a device, or the results cannot be written;
     *                                nothing is changed then
     * @throws ConfigurationException if the folder has no shards, or a shard of another run; nothing is changed then
     */
    public ProfileRun run() {
        return new ProfileRun(new ShardMerge(run, isPartial, clockDifference).merged());
    }
}
