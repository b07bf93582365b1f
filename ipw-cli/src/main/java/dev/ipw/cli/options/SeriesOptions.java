package dev.ipw.cli.options;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.series.Interleaved;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesPlan;
import dev.ipw.series.Sweep;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options of several runs. */
public final class SeriesOptions {
    private static final String AUTOMATIC = "rate:auto";

    @Option(names = "--sweep", paramLabel = "STEPS",
            description = "Run once at each number in flight or rate, such as%n"
                    + "concurrency:1,2,4,8, rate:1..32:x2 or%nrate:1..10:+1.")
    private Optional<String> sweep = Optional.empty();

    @Option(names = "--find-rate",
            description = "Find the highest rate that meets --slo, by doubling and halving; --rate is the first "
                    + "rate, --duration the least time of each step (30 s).")
    private boolean findRate;

    @Option(names = "--attainment", paramLabel = "SHARE",
            description = "The share of requests that must meet --slo for --find-rate. Default: 0.99.")
    private Optional<Double> attainment = Optional.empty();

    @Option(names = "--repeat", paramLabel = "N",
            description = "Repeat the run N times; figures are means over the runs with intervals.")
    private Optional<Integer> repeat = Optional.empty();

    @Option(names = "--interleave", paramLabel = "BLOCKS",
            description = "Run the two steps of --sweep in turn, A B A B ..., so many times each; 'ipw compare --interleave'"
                    + " compares them without the machine's drift.")
    private Optional<Integer> interleave = Optional.empty();

    @Option(names = "--cool-down", paramLabel = "DURATION", defaultValue = "0s",
            description = "Between runs, wait at most this long until devices are about as cool as at the start "
                    + "of the first run; without a readable temperature, wait all of it. Default: no wait.")
    private String coolDown = "0s";

    /** Returns the maximum wait between runs. */
    public Duration coolDown() {
        return DurationText.parse(coolDown).orElseThrow(() -> new ConfigurationException(
                "--cool-down is a time such as 90s or 5m, not '" + coolDown + "'"));
    }

    /** Returns whether the series searches for the rate. */
    public boolean isSearch() {
        return findRate || sweep.map(String::strip).filter(AUTOMATIC::equals).isPresent();
    }

    /** Returns whether the series sets the rate. */
    boolean isOverRates() {
        return isSearch() || sweep.map(String::strip).filter(text -> text.startsWith("rate")).isPresent();
    }

    /** Returns whether the series sets the number in flight. */
    boolean isOverConcurrency() {
        return sweep.isPresent() && !isOverRates();
    }

    /**
     * Returns the plan; empty for a single run.
     *
     * @param levels the service levels for answers
     * @param rate   the start of a search
     * @throws ConfigurationException if options contradict each other, or cannot work
     */
    public Optional<SeriesPlan> plan(Optional<ServiceLevels> levels, OptionalDouble rate) {
        int kinds = (sweep.isPresent() ? 1 : 0) + (findRate ? 1 : 0) + (repeat.isPresent() ? 1 : 0);
        if (kinds > 1) {
            throw new ConfigurationException(
                    "--sweep, --find-rate and --repeat each make several runs and exclude each other: give one "
                            + "of them");
        }
        if (attainment.isPresent() && !isSearch()) {
            throw new ConfigurationException("--attainment applies to --find-rate only: add --find-rate");
        }
        if (interleave.isPresent() && (sweep.isEmpty() || isSearch())) {
            throw new ConfigurationException("--interleave runs two steps in turn: add --sweep with them, for example"
                    + " concurrency:4,8");
        }
        if (isSearch()) {
            ServiceLevels slo = levels.orElseThrow(() -> new ConfigurationException(
                    "--find-rate needs service levels: add --slo such as ttft=200ms,tpot=30ms"));
            RateSearch search = RateSearch.within(slo).attaining(attainment.orElse(RateSearch.DEFAULT_ATTAINMENT));
            return Optional.of(rate.isPresent() ? search.from(rate.getAsDouble()) : search);
        }
        if (repeat.isPresent()) {
            return Optional.of(new Repeats(repeat.get(), levels));
        }
        Optional<Sweep> steps = sweep.map(Sweep::parse).map(parsed -> levels.map(parsed::keeping).orElse(parsed));
        return interleave.isPresent()
                ? steps.map(two -> new Interleaved(two, interleave.get()))
                : steps.map(SeriesPlan.class::cast);
    }
}
