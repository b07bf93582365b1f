package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The sums of the charges of spans by agent, tool and model. */
final class SpanSums {
    private static final List<SpanKind> KINDS = List.of(SpanKind.AGENT, SpanKind.TOOL, SpanKind.MODEL);
    static final String NO_NAME = "(no name)";

    private SpanSums() {}

    /** Computes the sums; the spans are in the order of the forest. */
    static List<SpanSum> of(List<ChargedSpan> spans, SpanForest forest, SpanWeights weights) {
        Map<Group, Sum> sums = new LinkedHashMap<>();
        int[] order = forest.order();
        int[] parents = forest.genAiParents();
        Map<Integer, Group> groups = new LinkedHashMap<>();
        for (int at = 0; at < order.length; at++) {
            ChargedSpan span = spans.get(at);
            SpanKind kind = span.span().kind();
            if (!KINDS.contains(kind)) {
                continue;
            }
            boolean isAroundCalls = kind == SpanKind.MODEL && !weights.isWork(order[at]);
            Group group = new Group(kind, span.span().operation().of().orElse(NO_NAME), isAroundCalls);
            groups.put(order[at], group);
            Sum sum = sums.computeIfAbsent(group, first -> new Sum());
            if (kind == SpanKind.MODEL) {
                sum.addCall(span, weights.ownSeconds(order[at]), !isAroundCalls);
            } else {
                sum.add(span, isWithinSame(order[at], group, parents, groups));
            }
        }
        return sums.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<Group, Sum> entry) -> KINDS.indexOf(entry.getKey().kind()))
                        .thenComparing(entry -> entry.getKey().isAroundCalls()))
                .map(entry -> entry.getValue().result(entry.getKey())).toList();
    }

    private static boolean isWithinSame(int span, Group group, int[] parents, Map<Integer, Group> groups) {
        int outer = parents[span];
        while (outer != SpanForest.NONE && !group.equals(groups.get(outer))) {
            outer = parents[outer];
        }
        return outer != SpanForest.NONE;
    }

    private record Group(SpanKind kind, String name, boolean isAroundCalls) {}

    private static final class Sum {
        private long count;
        private double knownSeconds;
        private boolean isTimeUnknown;
        private @Nullable EnergyReading energy;
        private @Nullable EnergyReading own;
        private final List<OptionalLong> input = new ArrayList<>();
        private final List<OptionalLong> output = new ArrayList<>();

        void add(ChargedSpan span, boolean isWithinSame) {
            count++;
            own = plus(own, span.own().orElseThrow());
            if (!isWithinSame) {
                addTime(span.seconds());
                energy = plus(energy, span.energy().orElseThrow());
                input.add(span.inputTokens());
                output.add(span.outputTokens());
            }
        }

        /** Adds the own joules of a call and the time of these joules. */
        void addCall(ChargedSpan span, OptionalDouble ownSeconds, boolean hasTokensOfItsOwn) {
            count++;
            addTime(ownSeconds);
            own = plus(own, span.own().orElseThrow());
            energy = own;
            if (hasTokensOfItsOwn) {
                input.add(span.span().inputTokens());
                output.add(span.span().outputTokens());
            }
        }

        private void addTime(OptionalDouble seconds) {
            knownSeconds += seconds.orElse(0);
            isTimeUnknown |= seconds.isEmpty();
        }

        private static EnergyReading plus(@Nullable EnergyReading sum, EnergyReading reading) {
            if (sum == null) {
                return reading;
            }
            if (sum.isAvailable() && reading.isAvailable()) {
                return sum.plus(reading);
            }
            EnergyReading known = sum.isAvailable() ? sum : reading;
            return known.isAvailable() ? known.flagged(EnergyFlag.PARTIAL) : known;
        }

        SpanSum result(Group group) {
            return new SpanSum(group.kind(), group.name(), group.isAroundCalls(), count,
                    isTimeUnknown ? OptionalDouble.empty() : OptionalDouble.of(knownSeconds),
                    Objects.requireNonNull(energy),
                    Objects.requireNonNull(own), sum(input), sum(output));
        }

        private static OptionalLong sum(List<OptionalLong> tokens) {
            return tokens.isEmpty() || tokens.stream().anyMatch(OptionalLong::isEmpty)
                    ? OptionalLong.empty()
                    : OptionalLong.of(tokens.stream().mapToLong(OptionalLong::getAsLong).sum());
        }
    }
}
