package dev.ipw.importing.spans;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The trees of spans by their parents' ids; a span whose parent is missing is the first of a tree. */
final class SpanForest {
    static final int NONE = -1;

    private final List<LoggedSpan> spans;
    private final int[] parent;
    private final int[] depth;
    private final int[] order;
    private final Counted orphans = new Counted();
    private final Counted circles = new Counted();

    SpanForest(List<LoggedSpan> spans) {
        this.spans = spans;
        parent = new int[spans.size()];
        depth = new int[spans.size()];
        Map<SpanKey, Integer> places = new HashMap<>();
        for (int i = 0; i < parent.length; i++) {
            places.put(spans.get(i).key(), i);
        }
        for (int i = 0; i < parent.length; i++) {
            parent[i] = parent(spans.get(i), places);
        }
        breakCircles();
        order = ordered();
    }

    private int parent(LoggedSpan span, Map<SpanKey, Integer> places) {
        if (span.parentId().isEmpty()) {
            return NONE;
        }
        Integer place = places.get(new SpanKey(span.key().traceId(), span.parentId().get()));
        if (place == null && span.kind() != SpanKind.STRUCTURE) {
            orphans.add(span.name() + " (" + span.key().spanId() + ")");
        }
        return place == null ? NONE : place;
    }

    /** Breaks circles: a span that is within itself, with any number of others between, becomes the first of a tree. */
    private void breakCircles() {
        int[] seenFrom = new int[parent.length];
        Arrays.fill(seenFrom, NONE);
        for (int i = 0; i < parent.length; i++) {
            int at = i;
            while (at != NONE && seenFrom[at] == NONE) {
                seenFrom[at] = i;
                int next = parent[at];
                if (next != NONE && seenFrom[next] == i) {
                    circles.add(spans.get(at).name() + " (" + spans.get(at).key().spanId() + ")");
                    parent[at] = NONE;
                }
                at = parent[at];
            }
        }
    }

    /** Sorts each span behind its parent and before the following ones of the same parent, by start. */
    private int[] ordered() {
        List<List<Integer>> children = new ArrayList<>();
        List<Integer> first = new ArrayList<>();
        spans.forEach(span -> children.add(new ArrayList<>(0)));
        for (int i = 0; i < parent.length; i++) {
            (parent[i] == NONE ? first : children.get(parent[i])).add(i);
        }
        Comparator<Integer> lastFirst = Comparator.comparingLong((Integer i) -> spans.get(i).startNanos()).reversed();
        Deque<Integer> left = new ArrayDeque<>();
        first.stream().sorted(lastFirst.reversed()).forEach(left::add);
        int[] ordered = new int[parent.length];
        for (int at = 0; at < ordered.length; at++) {
            int span = left.pop();
            ordered[at] = span;
            depth[span] = parent[span] == NONE ? 0 : depth[parent[span]] + 1;
            children.get(span).stream().sorted(lastFirst).forEach(left::push);
        }
        return ordered;
    }

    /** Returns the places of all spans, each behind that of its parent. */
    int[] order() {
        return order.clone();
    }

    int depth(int span) {
        return depth[span];
    }

    /** Returns the place of the nearest GenAI span around each span, with any other spans between. */
    int[] genAiParents() {
        int[] nearest = new int[parent.length];
        for (int span : order) {
            int outer = parent[span];
            nearest[span] = outer == NONE || spans.get(outer).kind() != SpanKind.STRUCTURE ? outer : nearest[outer];
        }
        return nearest;
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Optional<String> missing = orphans
                .sentence("GenAI spans lie in a span that is not in the file, so that they are "
                        + "no part of its joules");
        missing.ifPresent(warnings::add);
        circles.sentence("spans are said to lie within themselves, and are taken for the first of a trace")
                .ifPresent(warnings::add);
        return warnings;
    }
}
