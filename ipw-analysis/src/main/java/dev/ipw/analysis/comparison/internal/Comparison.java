package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison;
import dev.ipw.analysis.comparison.RunComparison;
import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.analysis.internal.RequiredHeap;
import dev.ipw.analysis.statistics.Holm;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.record.Dimension;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The comparison of finished runs, each with the first: median, p90 and p99 with BCa intervals, the difference with its
 * interval, a test, an effect size and a conclusion. Where both runs asked the same questions, query is compared with
 * query. One run on each side allows conclusions on answers and counts only; conclusions on times and joules need
 * repeated runs or runs in turn.
 *
 * <pre>{@code
 * Comparison comparison = Comparison.ofRepeats(before, after, ComparedDimension.usual());
 * comparison.runs().getFirst().dimensions().forEach(one -> System.out.println(one.conclusion()));
 * }</pre>
 *
 * @param runs every run but the first, compared with the first, in the given order
 */
public record Comparison(List<RunComparison> runs) {
    /** The approximate memory of a comparison for each query of both runs. */
    public static final long BYTES_PER_QUERY = 160;
    /** The share of the heap for large columns; collectors keep the rest for what is new. */
    private static final double SHARE_OF_MEMORY = 0.6;
    private static final long MEBI = 1 << 20;

    /** Copies the list. */
    public Comparison {
        runs = List.copyOf(runs);
    }

    /**
     * Compares runs in the usual dimensions.
     *
     * @param first  the run that the others are compared with
     * @param others at least one run
     * @return the comparison
     * @throws ConfigurationException if there is no other run, or one comes twice
     * @throws InputException         if a run cannot be read, or two have no dimension in common
     */
    public static Comparison of(ComparedRun first, ComparedRun... others) {
        return of(Stream.concat(Stream.of(first), Stream.of(others)).toList(), ComparedDimension.usual());
    }

    /**
     * Compares runs. If memory does not hold the queries of two of them, a random sample of the questions is compared,
     * and a warning states its size.
     *
     * @param runs       at least two runs; the others are compared with the first
     * @param dimensions the dimensions to compare, at least one
     * @return the comparison
     * @throws ConfigurationException if there are fewer than two runs, or one comes twice, or there is no dimension
     * @throws InputException         if a run cannot be read, or two have no dimension in common
     */
    public static Comparison of(List<? extends ComparedRun> runs, List<ComparedDimension> dimensions) {
        requireSeveral(runs);
        return of(runs, dimensions, SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory());
    }

    /** Compares runs with a limit in bytes for the figures of the queries. */
    static Comparison of(List<? extends ComparedRun> runs, List<ComparedDimension> dimensions, double bytes) {
        Set<Dimension> columns = columns(dimensions);
        long queries = queries(runs.getFirst()) + runs.stream().skip(1).mapToLong(Comparison::queries).max().orElse(0);
        double share = Math.min(1, bytes / BYTES_PER_QUERY / Math.max(1, queries));
        List<String> names = RunNames.of(runs.stream().map(ComparedRun::path).toList());
        RunColumns first = RunColumns.read(runs.getFirst(), names.getFirst(), columns, share);
        List<PairFindings> pairs = new ArrayList<>();
        for (int run = 1; run < runs.size(); run++) {
            RunColumns second = RunColumns.read(runs.get(run), names.get(run), columns, share);
            pairs.add(PairComparer.compare(first, second, dimensions.stream().distinct().toList()));
        }
        return of(pairs);
    }

    /** Returns the MiB of heap that hold all of some queries. */
    static long heapFor(long queries) {
        return Math.ceilDiv((long) (queries * BYTES_PER_QUERY / SHARE_OF_MEMORY), MEBI);
    }

    private static Comparison of(List<PairFindings> pairs) {
        List<RunComparison> concluded = concluded(pairs);
        requireCommonDimension(concluded);
        return new Comparison(concluded);
    }

    /**
     * Prepares the comparison of two runs in the usual dimensions while something else reads them.
     *
     * @param first  the run that the other is compared with
     * @param second the other
     * @return the gatherers of the queries of both, and the supplier of the result
     * @throws ConfigurationException if both are the same run
     */
    public static Pass begin(ComparedRun first, ComparedRun second) {
        List<ComparedDimension> dimensions = ComparedDimension.usual();
        List<String> names = RunNames.of(List.of(first.path(), second.path()));
        RunColumns one = RunColumns.expecting(first, names.getFirst(), columns(dimensions));
        RunColumns other = RunColumns.expecting(second, names.getLast(), columns(dimensions));
        return new Pass(one, other,
                () -> of(List.of(PairComparer.compare(one.finish(), other.finish(), dimensions))));
    }

    /**
     * The comparison of two runs that are being read.
     *
     * @param first  takes in the queries of the first run
     * @param second receives those of the other
     * @param result compares them after all queries of both; throws {@link InputException} if they have no dimension in
     *               common
     */
    public record Pass(RecordGatherer first, RecordGatherer second, Supplier<Comparison> result) {
        /** Rejects nulls. */
        public Pass {
            Objects.requireNonNull(first, "first");
            Objects.requireNonNull(second, "second");
            Objects.requireNonNull(result, "result");
        }
    }

    /**
     * Compares two configurations that were measured in turn, block by block: the interval includes the variation
     * between blocks, and a steady drift of the machine cancels.
     *
     * @param runs       A B A B ..., in the order of their time: an even number, at least 4
     * @param dimensions the dimensions to compare, at least one
     * @return one comparison, of the second configuration with the first
     * @throws ConfigurationException if the runs do not alternate, one comes twice, or there is no dimension
     * @throws InputException         if a run cannot be read, or they have no dimension in common
     */
    public static Comparison ofBlocks(List<? extends ComparedRun> runs, List<ComparedDimension> dimensions) {
        GroupComparer.requireBlocks(runs.size());
        return of(List.of(GroupComparer.ofBlocks(read(runs, dimensions), dimensions.stream().distinct().toList())));
    }

    /**
     * Compares two configurations of which each was run several times. Each run counts once. The interval includes the
     * variation between runs and the possible effect of a steady drift of the machine, which makes it wide if all runs
     * of one configuration come first. Runs in turn detect smaller differences.
     *
     * @param first      at least two runs of the first configuration
     * @param second     at least two runs of the second
     * @param dimensions the dimensions to compare, at least one
     * @return one comparison, of the second configuration with the first
     * @throws ConfigurationException if a configuration has one run, the runs of one have different settings, a run
     *                                comes twice, or there is no dimension
     * @throws InputException         if a run cannot be read, or they have no dimension in common
     */
    public static Comparison ofRepeats(List<? extends ComparedRun> first, List<? extends ComparedRun> second,
            List<ComparedDimension> dimensions) {
        GroupComparer.requireRepeats(first.size());
        GroupComparer.requireRepeats(second.size());
        List<RunColumns> read = read(Stream.<ComparedRun>concat(first.stream(), second.stream()).toList(), dimensions);
        return of(List.of(GroupComparer.ofRepeats(read.subList(0, first.size()),
                read.subList(first.size(), read.size()), dimensions.stream().distinct().toList())));
    }

    private static long queries(ComparedRun run) {
        return run.summary().totals().queries();
    }

    private static List<RunColumns> read(List<? extends ComparedRun> runs, List<ComparedDimension> dimensions) {
        RequiredHeap.require("A comparison", runs.stream().mapToLong(Comparison::queries).sum(), BYTES_PER_QUERY);
        Set<Dimension> columns = columns(dimensions);
        List<String> names = RunNames.of(runs.stream().map(ComparedRun::path).toList());
        return IntStream.range(0, runs.size())
                .mapToObj(run -> RunColumns.read(runs.get(run), names.get(run), columns)).toList();
    }

    /** Corrects the probabilities of all dimensions of all runs together. */
    private static List<RunComparison> concluded(List<PairFindings> pairs) {
        double[] adjusted = Holm.adjusted(pairs.stream()
                .flatMap(pair -> pair.findings().stream().map(finding -> finding.pValue(pair)))
                .filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble).toArray());
        List<RunComparison> concluded = new ArrayList<>();
        int next = 0;
        for (PairFindings pair : pairs) {
            List<DimensionComparison> dimensions = new ArrayList<>();
            for (Finding finding : pair.findings()) {
                OptionalDouble pValue = finding.pValue(pair).isPresent()
                        ? OptionalDouble.of(adjusted[next++])
                        : OptionalDouble.empty();
                dimensions.add(finding.concluded(pValue, pair));
            }
            concluded.add(pair.concluded(dimensions));
        }
        return concluded;
    }

    private static Set<Dimension> columns(List<ComparedDimension> dimensions) {
        if (dimensions.isEmpty()) {
            throw new ConfigurationException("There is nothing to compare; name a dimension, for example ttft");
        }
        Set<Dimension> columns = EnumSet.of(Dimension.INPUT_TOKENS, Dimension.OUTPUT_TOKENS);
        dimensions.forEach(one -> one.perQuery().ifPresent(columns::add));
        dimensions.forEach(one -> ShareCoverage.joules(one).ifPresent(columns::add));
        if (dimensions.stream().anyMatch(ComparedDimension::needsJoulesOfRun)) {
            columns.add(Dimension.ENERGY_JOULES);
        }
        return columns;
    }

    private static void requireSeveral(List<? extends ComparedRun> runs) {
        if (runs.size() < 2) {
            throw new ConfigurationException("A comparison needs at least two runs, for example runs/a and runs/b");
        }
    }

    private static void requireCommonDimension(List<RunComparison> runs) {
        runs.stream().filter(run -> run.dimensions().isEmpty()).findFirst().ifPresent(run -> {
            throw new InputException(
                    "There is nothing to compare between " + run.first() + " and " + run.second() + ": "
                            + run.absent().stream().collect(Collectors.joining("; ")));
        });
    }

    /**
     * Writes one line for each dimension of each run: {@code dimension}, {@code runs} with {@code name}, {@code n},
     * {@code median}, {@code median_low} and {@code median_high} of both, {@code difference} with {@code median},
     * {@code low} and {@code high}, {@code verdict}. A dimension without a median has {@code value} instead.
     *
     * @return JSON, a line each
     */
    public List<String> jsonLines() {
        return ComparisonJson.lines(this);
    }

    /**
     * Writes the whole comparison.
     *
     * @return JSON for people and programs
     */
    public String toJson() {
        return ComparisonJson.whole(this);
    }
}
