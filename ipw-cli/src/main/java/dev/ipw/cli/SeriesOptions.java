package dev.ipw.cli;

import dev.ipw.analysis.ServiceLevels;
import dev.ipw.error.ConfigurationException;
import dev.ipw.series.RateSearch;
import dev.ipw.series.Repeats;
import dev.ipw.series.SeriesPlan;
import dev.ipw.series.Sweep;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** Hold what is typed about several runs. */
final class SeriesOptions {
    private static final String AUTOMATIC = "rate:auto";

    @Option(names = "--sweep", paramLabel = "STEPS",
            description = "Run once at each rate or number in flight: rate:1..32:x2, rate:1..10:+1, concurrency:1,2,4,8.")
    private Optional<String> sweep = Optional.empty();

    @Option(names = "--find-rate",
            description = "Find the highest rate that keeps --slo, by doubling and halving it; --rate says where to begin, and"
                    + " --duration how long each step lasts at least (30 s).")
    private boolean findRate;

    @Option(names = "--attainment", paramLabel = "SHARE",
            description = "The share of requests that must keep --slo for --find-rate. Default: 0.99.")
    private Optional<Double> attainment = Optional.empty();

    @Option(names = "--repeat", paramLabel = "N",
            description = "Run the same thing N times; figures are means over the runs, with intervals over them.")
    private Optional<Integer> repeat = Optional.empty();

    /** Say whether the rate is looked for. */
    boolean isSearch() {
        return findRate || sweep.map(String::strip).filter(AUTOMATIC::equals).isPresent();
    }

    /** Say whether the rate is given by the series. */
    boolean isOverRates() {
        return isSearch() || sweep.map(String::strip).filter(text -> text.startsWith("rate")).isPresent();
    }

    /** Say whether the number in flight is given by the series. */
    boolean isOverConcurrency() {
        return sweep.isPresent() && !isOverRates();
    }

    /**
     * Give the plan; empty for a single run.
     *
     * @param levels what an answer must keep
     * @param rate   where a search begins
     * @throws ConfigurationException if options contradict each other, or cannot work
     */
    Optional<SeriesPlan> plan(Optional<ServiceLevels> levels, OptionalDouble rate) {
        int kinds = (sweep.isPresent() ? 1 : 0) + (findRate ? 1 : 0) + (repeat.isPresent() ? 1 : 0);
        if (kinds > 1) {
            throw new ConfigurationException(
                    "--sweep, --find-rate and --repeat each make several runs, and cannot be put"
                            + " together: give one of them");
        }
        if (attainment.isPresent() && !isSearch()) {
            throw new ConfigurationException("--attainment says what --find-rate looks for: add --find-rate");
        }
        if (isSearch()) {
            ServiceLevels slo = levels.orElseThrow(() -> new ConfigurationException(
                    "--find-rate needs what is to be kept: add --slo such as ttft=200ms,tpot=30ms"));
            RateSearch search = RateSearch.within(slo).attaining(attainment.orElse(RateSearch.DEFAULT_ATTAINMENT));
            return Optional.of(rate.isPresent() ? search.from(rate.getAsDouble()) : search);
        }
        if (repeat.isPresent()) {
            return Optional.of(new Repeats(repeat.get(), levels));
        }
        return sweep.map(Sweep::parse).map(parsed -> levels.map(parsed::keeping).orElse(parsed));
    }
}
