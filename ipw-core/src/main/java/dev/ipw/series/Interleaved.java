package dev.ipw.series;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.load.Load;
import dev.ipw.series.SeriesPlan.SeriesStep;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * Two loads in turn, A B A B, so that changes of the machine affect both. {@code ipw compare --interleave} compares
 * them block by block.
 *
 * @param sweep  the two loads
 * @param blocks the number of runs of each, from 2 to 50
 */
@API(status = API.Status.EXPERIMENTAL)
public record Interleaved(Sweep sweep, int blocks) implements SeriesPlan {
    private static final int MAX = 50;

    /** Checks the numbers. */
    public Interleaved {
        Objects.requireNonNull(sweep, "sweep");
        if (sweep.values().size() != 2) {
            throw new ConfigurationException("Two steps are run in turn, not " + sweep.values().size()
                    + "; give two, for example " + Setting.SWEEP_OF_TWO);
        }
        if (blocks < 2 || blocks > MAX) {
            throw new ConfigurationException(
                    "There are 2 to " + MAX + " blocks of runs in turn, not " + blocks + "; four are a start");
        }
    }

    @Override
    public String kind() {
        return "interleaved";
    }

    @Override
    public String fileName() {
        return sweep.fileName();
    }

    @Override
    public OptionalInt size() {
        return OptionalInt.of(2 * blocks);
    }

    @Override
    public Optional<ServiceLevels> levels() {
        return sweep.levels();
    }

    /** Returns the next run. Both runs of a block draw their arrivals from one seed; each block has one of its own. */
    @Override
    public Optional<SeriesStep> next(Load load, long seed, List<SeriesRun> done) {
        Sweep.refuseReplay(load);
        int block = done.size() / 2;
        if (block == blocks) {
            return Optional.empty();
        }
        SeriesStep step = Sweep.step(sweep.over(), load.seeded(load.seed().orElse(seed) + block),
                sweep.values().get(done.size() % 2));
        return Optional.of(new SeriesStep("block-" + (block + 1) + "-" + step.name(), step.load()));
    }
}
