package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.cost.Pricing;
import dev.ipw.energy.Provenance;
import dev.ipw.internal.number.Money;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunConfiguration.RunAccounting;
import dev.ipw.statistics.internal.Clusters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The answers of one run's model to its questions, by the queries' ids. */
final class RoutedRun implements RecordGatherer {
    private final String name;
    private final String model;
    private final boolean isPriced;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private Optional<Provenance> provenance = Optional.empty();
    private Optional<String> scope = Optional.empty();
    private Optional<String> whyNoJoules = Optional.empty();

    /**
     * Makes a run without answers.
     *
     * @param name     the name of the run
     * @param model    its model
     * @param isPriced false for a model on one's own machine whose time has no price: it is not free
     */
    RoutedRun(String name, String model, boolean isPriced) {
        this.name = name;
        this.model = model;
        this.isPriced = isPriced;
    }

    /**
     * One query.
     *
     * @param question the question's id, the same for each of its repetitions
     * @param content  a hash of the question and the right answer
     * @param answer   the answer; empty if it was not scored
     */
    record Asked(String question, long content, Optional<ModelAnswer> answer) {}

    /** Makes a run without answers from the description of a run. */
    static RoutedRun of(String name, RunReader run) {
        RunAccounting accounting = run.summary().configuration().accounting();
        boolean isPriced = accounting.pricing().basis() != Pricing.Basis.LOCAL
                || accounting.factors().isOwnMachine();
        return new RoutedRun(name, run.summary().configuration().client().model(), isPriced);
    }

    @Override
    public void add(RecordedQuery record) {
        OptionalDouble joules = Dimension.ENERGY_JOULES.of(record);
        Optional<ModelAnswer> answer = record.isCorrect().map(isRight -> new ModelAnswer(isRight, joules,
                record.compute().floatingPointOperations(), usd(record), Dimension.TOTAL_TIME.of(record)));
        if (joules.isPresent()) {
            Provenance source = record.headline().provenance();
            scope = Optional.of(record.energy().headlineScope());
            provenance = Optional.of(provenance.map(source::weaker).orElse(source));
        } else {
            whyNoJoules = whyNoJoules.or(() -> record.headline().reason());
        }
        long content = Clusters.key(Clusters.key(record.question().problem()), record.question().answer());
        asked.put(record.id(), new Asked(record.questionId(), content, answer));
    }

    private OptionalDouble usd(RecordedQuery record) {
        return isPriced ? Money.real(record.cost().totalUsd()) : OptionalDouble.empty();
    }

    String name() {
        return name;
    }

    String model() {
        return model;
    }

    boolean isPriced() {
        return isPriced;
    }

    Map<String, Asked> asked() {
        return asked;
    }

    /** Returns the weakest provenance of the joules; empty if there are none. */
    Optional<Provenance> provenance() {
        return provenance;
    }

    /** Returns the parts of the machine whose joules are known; empty if there are none. */
    Optional<String> scope() {
        return scope;
    }

    Optional<String> whyNoJoules() {
        return whyNoJoules;
    }
}
