package dev.ipw.report;

import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.comparison.internal.Comparison.Pass;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.QueryTaker;
import dev.ipw.error.IpwException;
import dev.ipw.report.findings.RunFindings;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The comparison of the two runs of a report, computed while each is read once, or given. */
final class PairComparison {
    /** The fraction of the memory that it may use while the analyses need theirs. */
    private static final double SHARE_OF_MEMORY = 0.1;

    private final Optional<Pass> pass;
    private Optional<Supplier<Comparison>> result;
    private Optional<String> json;
    private Optional<String> failure = Optional.empty();

    private PairComparison(Optional<Pass> pass, Optional<Supplier<Comparison>> result, Optional<String> json) {
        this.pass = pass;
        this.result = result;
        this.json = json;
    }

    /** Returns a given comparison; empty for no comparison. */
    static PairComparison made(Optional<String> json) {
        return new PairComparison(Optional.empty(), Optional.empty(), json);
    }

    /** Prepares for the queries of two runs; if memory is short, they are read again at the end. */
    static PairComparison begin(AnalysedRun one, AnalysedRun other) {
        ComparedRun first = ComparedRun.of(one.run());
        ComparedRun second = ComparedRun.of(other.run());
        long queries = one.run().summary().totals().queries() + other.run().summary().totals().queries();
        if (queries * Comparison.BYTES_PER_QUERY > SHARE_OF_MEMORY * Runtime.getRuntime().maxMemory()) {
            return new PairComparison(Optional.empty(), Optional.of(() -> Comparison.of(first, second)),
                    Optional.empty());
        }
        Pass pass = Comparison.begin(first, second);
        return new PairComparison(Optional.of(pass), Optional.of(pass.result()), Optional.empty());
    }

    /** Returns the receivers of the queries of the run with this index. */
    List<QueryTaker> of(int run) {
        return pass.filter(any -> result.isPresent()).map(both -> run == 0 ? both.first() : both.second())
                .map(gatherer -> List.of(new QueryTaker(List.of(gatherer), this::fail))).orElse(List.of());
    }

    private void fail(IpwException why) {
        result = Optional.empty();
        failure = Optional.of(RunFindings.shortened(String.valueOf(why.getMessage())));
    }

    /** Computes the comparison, once all queries of both runs were received. */
    void finish() {
        try {
            json = result.map(Supplier::get).map(Comparison::toJson).or(() -> json);
        } catch (IpwException why) {
            fail(why);
        }
        result = Optional.empty();
    }

    /** Returns the comparison in the format of {@code ipw compare --output}; empty if there is no comparison. */
    Optional<String> json() {
        return json;
    }

    /** Returns the reason why two runs are not compared; empty if they are, or if no comparison was requested. */
    Optional<String> failure() {
        return failure;
    }
}
