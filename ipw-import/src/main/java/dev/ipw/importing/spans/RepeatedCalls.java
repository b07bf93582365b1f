package dev.ipw.importing.spans;

import dev.ipw.internal.io.Excerpt;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A finder of calls that are in a file twice under different ids, such as where a framework and an SDK both export
 * them.
 */
final class RepeatedCalls {
    private static final int MAX_MODELS = 5;
    private static final int LONGEST_NAME = 100;

    private RepeatedCalls() {}

    /**
     * Warns of calls whose tokens count and that have the same facts as another beside them; empty if there are none.
     */
    static Optional<String> warning(List<LoggedSpan> spans, SpanWeights weights) {
        Set<CallContent> seen = new HashSet<>();
        Map<String, Long> byModel = new LinkedHashMap<>();
        for (int span = 0; span < spans.size(); span++) {
            LoggedSpan call = spans.get(span);
            if (call.kind() == SpanKind.MODEL && call.hasTime() && call.hasTokens() && weights.isWork(span)
                    && !seen.add(CallContent.of(call))) {
                byModel.merge(call.operation().of().orElse(SpanSums.NO_NAME), 1L, Long::sum);
            }
        }
        return byModel.isEmpty() ? Optional.empty() : Optional.of(sentence(byModel));
    }

    private static String sentence(Map<String, Long> byModel) {
        String models = byModel.entrySet().stream().limit(MAX_MODELS)
                .map(entry -> entry.getValue() + " of " + Excerpt.of(entry.getKey(), LONGEST_NAME))
                .collect(Collectors.joining(", "));
        int more = byModel.size() - MAX_MODELS;
        return byModel.values().stream().mapToLong(Long::longValue).sum()
                + " calls have the same parent, start, end, model and tokens as another with a different id (" + models
                + (more > 0 ? ", and of " + more + " more models" : "")
                + "). If a framework and an SDK both exported them, their tokens and calls count twice, so that tokens may be "
                + "doubled and J/out halved. Export them from one of the two.";
    }

    private record CallContent(String traceId, Optional<String> parentId, long startNanos, OptionalLong endNanos,
            Optional<String> model, OptionalLong inputTokens, OptionalLong outputTokens) {
        static CallContent of(LoggedSpan call) {
            return new CallContent(call.key().traceId(), call.parentId(), call.startNanos(), call.endNanos(),
                    call.operation().of(), call.inputTokens(), call.outputTokens());
        }
    }
}
