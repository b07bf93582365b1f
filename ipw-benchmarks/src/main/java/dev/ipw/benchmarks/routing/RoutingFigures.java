package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.AnalysisValue;
import dev.ipw.internal.number.SignificantDigits;
import dev.ipw.statistics.Estimate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Estimates of the results of routers over questions, each figure over the queries for which it is known. */
final class RoutingFigures {
    private static final double PERCENT = 100;

    private final List<RoutedQuestion> asked;
    private final ResourceCoverage coverage;
    private final QuestionMeans all;
    private final Map<RoutingResource, QuestionMeans> known = new EnumMap<>(RoutingResource.class);

    /** Makes the figures of queries, at least one. */
    RoutingFigures(List<RoutedQuestion> asked, ResourceCoverage coverage) {
        this.asked = List.copyOf(asked);
        this.coverage = coverage;
        all = new QuestionMeans(asked);
        for (RoutingResource resource : RoutingResource.values()) {
            if (!coverage.whyUnknown().containsKey(resource)) {
                known.put(resource, new QuestionMeans(asked.stream().filter(one -> one.hasCost(resource)).toList()));
            }
        }
    }

    /** Returns the number of distinct questions. */
    int questions() {
        return all.questions();
    }

    /** Lists the resources that are compared. */
    List<RoutingResource> known() {
        return Arrays.stream(RoutingResource.values()).filter(known::containsKey).toList();
    }

    /** Counts queries. */
    long count(Predicate<RoutedQuestion> which) {
        return asked.stream().filter(which).count();
    }

    /** Estimates the mean over queries. */
    Estimate mean(ToDoubleFunction<RoutedQuestion> value) {
        return all.mean(value);
    }

    /** Estimates a share of the queries. */
    Estimate share(Predicate<RoutedQuestion> which) {
        return all.mean(question -> which.test(question) ? 1 : 0);
    }

    /** Estimates the share of a resource that a router saves compared with asking only the large model. */
    AnalysisValue saved(Router router, RoutingResource resource) {
        QuestionMeans means = known.get(resource);
        if (means == null) {
            return AnalysisValue.absent(coverage.whyUnknown().getOrDefault(resource, ""));
        }
        AnalysisValue saving = means.saving(question -> router.cost(question, resource),
                question -> Router.cost(question, question.large(), resource)).map(AnalysisValue::of)
                .orElseGet(() -> AnalysisValue.absent("the large model took none"));
        return fromSensor(saving, resource);
    }

    /** Estimates the mean use of a query. */
    AnalysisValue perQuery(ToDoubleFunction<RoutedQuestion> cost, RoutingResource resource) {
        QuestionMeans means = known.get(resource);
        return means == null
                ? AnalysisValue.absent(coverage.whyUnknown().getOrDefault(resource, ""))
                : fromSensor(AnalysisValue.of(means.mean(cost)), resource);
    }

    private AnalysisValue fromSensor(AnalysisValue value, RoutingResource resource) {
        return resource == RoutingResource.JOULES ? coverage.provenance().map(value::from).orElse(value) : value;
    }

    /**
     * Estimates the additional share of queries that are answered rightly if the best smaller model is chosen for each
     * query instead of one for all.
     */
    AnalysisValue bestOfSmallerGain() {
        int large = asked.getFirst().large();
        if (large < 2) {
            return AnalysisValue.absent("there is one smaller model");
        }
        List<ToDoubleFunction<RoutedQuestion>> each = IntStream.range(0, large)
                .<ToDoubleFunction<RoutedQuestion>>mapToObj(place -> question -> Router.right(question, place))
                .toList();
        return AnalysisValue.of(all.gain(question -> question.isRightSmall() ? 1 : 0, each));
    }

    /** Returns a sentence with the savings of a perfect router. */
    String headline() {
        List<String> savings = new ArrayList<>();
        for (RoutingResource resource : RoutingResource.values()) {
            OptionalDouble saved = saved(Router.PERFECT, resource).number();
            if (saved.isPresent()) {
                savings.add(SignificantDigits.four(PERCENT * saved.getAsDouble()) + " % of the " + resource.label());
            }
        }
        String answered = SignificantDigits.four(PERCENT * count(RoutedQuestion::isRightSmall) / asked.size());
        return "A smaller model answers " + answered + " % of the queries; a perfect router would "
                + (savings.isEmpty()
                        ? "save an unknown share"
                        : "save " + String.join(", ", savings))
                + " of the large model alone";
    }
}
