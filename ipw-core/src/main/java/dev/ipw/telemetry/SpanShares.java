package dev.ipw.telemetry;

import dev.ipw.engine.attribution.SpanShare;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Hold what a span was charged so far: of each device what its own time was, and what it was with its children. What was charged
 * for time that is divided for good stays; the rest is told anew each time. Its accounts guard it.
 */
final class SpanShares {
    private List<SpanShare> own = List.of();
    private List<SpanShare> all = List.of();
    private List<SpanShare> ownLately = List.of();
    private List<SpanShare> allLately = List.of();
    private boolean isFinal;
    private boolean isTold;

    /** Add what its own time was charged. */
    void addOwn(List<SpanShare> charged, boolean forGood) {
        isTold = true;
        if (forGood) {
            own = sum(own, charged);
        } else {
            ownLately = sum(ownLately, charged);
        }
    }

    /** Add what it, or a span within it, was charged. */
    void addAll(List<SpanShare> charged, boolean forGood) {
        isTold = true;
        if (forGood) {
            // A span without children needs no second list.
            all = all.isEmpty() && own.size() == charged.size() && own.equals(charged) ? own : sum(all, charged);
        } else {
            allLately = sum(allLately, charged);
        }
    }

    /** Forget what was not for good. */
    void forgetLately() {
        ownLately = List.of();
        allLately = List.of();
    }

    void finish() {
        forgetLately();
        isFinal = true;
    }

    boolean isFinal() {
        return isFinal;
    }

    /** Return whether anything was said of it yet. */
    boolean isTold() {
        return isTold;
    }

    /** Return what its own time was charged of each device; empty if none of it was divided. */
    Optional<List<SpanShare>> own() {
        return present(sum(own, ownLately));
    }

    /** Return what it was charged of each device, its children with it; empty if none of its time was divided. */
    Optional<List<SpanShare>> all() {
        return present(sum(all, allLately));
    }

    private static Optional<List<SpanShare>> present(List<SpanShare> shares) {
        return shares.isEmpty() ? Optional.empty() : Optional.of(shares);
    }

    /** Add up the shares of each device; an empty list is nothing. Of a device that came later a part is missing. */
    static List<SpanShare> sum(List<SpanShare> some, List<SpanShare> others) {
        if (some.isEmpty() || others.isEmpty()) {
            return some.isEmpty() ? others : some;
        }
        List<SpanShare> more = some.size() < others.size() ? others : some;
        int both = Math.min(some.size(), others.size());
        List<SpanShare> sum = new ArrayList<>(more.size());
        for (int device = 0; device < both; device++) {
            sum.add(some.get(device).plus(others.get(device)));
        }
        more.subList(both, more.size()).forEach(one -> sum.add(one.withoutPart()));
        return List.copyOf(sum);
    }
}
