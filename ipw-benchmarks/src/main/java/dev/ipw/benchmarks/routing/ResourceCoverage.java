package dev.ipw.benchmarks.routing;

import dev.ipw.energy.Provenance;
import dev.ipw.error.Setting;
import dev.ipw.run.RunTotals;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The resources whose costs are known well enough to be compared.
 *
 * @param whyUnknown the reason that a resource is not compared; no entry if it is
 * @param provenance the weakest provenance of any run's joules; empty if a run has none
 * @param partial    notes on resources that are compared over some queries only
 */
record ResourceCoverage(Map<RoutingResource, String> whyUnknown, Optional<Provenance> provenance,
        List<String> partial) {
    /** Copies the collections. */
    ResourceCoverage {
        whyUnknown = Map.copyOf(whyUnknown);
        partial = List.copyOf(partial);
    }

    /** Examines the known costs of each query in all runs. */
    static ResourceCoverage of(List<RoutedRun> runs, List<RoutedQuestion> questions) {
        Map<RoutingResource, String> why = new EnumMap<>(RoutingResource.class);
        List<String> partial = new ArrayList<>();
        for (RoutingResource resource : RoutingResource.values()) {
            long known = questions.stream().filter(question -> question.hasCost(resource)).count();
            if (known == 0 || known < RunTotals.MIN_COVERAGE * questions.size()) {
                why.put(resource, reason(resource, runs, questions, known));
            } else if (known < questions.size()) {
                partial.add("The " + resource.unit() + " of " + (questions.size() - known) + " of " + questions.size()
                        + " queries are not known in every run, so they are compared over the rest");
            }
        }
        boolean hasJoules = runs.stream().allMatch(run -> run.provenance().isPresent());
        return new ResourceCoverage(why, hasJoules
                ? runs.stream().flatMap(run -> run.provenance().stream()).reduce(Provenance::weaker)
                : Optional.empty(), partial);
    }

    private static String reason(RoutingResource resource, List<RoutedRun> runs, List<RoutedQuestion> questions,
            long known) {
        for (int place = 0; place < runs.size(); place++) {
            int model = place;
            if (questions.stream().allMatch(question -> question.answers().get(model).cost(resource).isEmpty())) {
                return "not known of " + runs.get(place).name() + why(resource, runs.get(place));
            }
        }
        return "known in every run of only " + known + " of " + questions.size() + " queries";
    }

    private static String why(RoutingResource resource, RoutedRun run) {
        return switch (resource) {
            case JOULES -> run.whyNoJoules().map(reason -> ": " + reason).orElse("");
            case FLOP -> ": " + Setting.PROFILE_WITH_SIZES;
            case USD -> run.isPriced()
                    ? ": " + Setting.PROFILE_WITH_PRICES
                    : ": its machine is not free; " + Setting.PROFILE_WITH_COSTS;
            case SECONDS -> ": no request was answered";
        };
    }
}
