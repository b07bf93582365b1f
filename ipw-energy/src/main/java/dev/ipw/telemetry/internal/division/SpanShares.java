package dev.ipw.telemetry.internal.division;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The joules charged to a span so far: for each device those of its own time, and those with its children. Joules of
 * finally divided time stay; the rest is computed again each time. Guarded by its accounts.
 */
public final class SpanShares {
    private List<SpanShare> own = List.of();
    private List<SpanShare> all = List.of();
    private List<SpanShare> ownLately = List.of();
    private List<SpanShare> allLately = List.of();
    private boolean isFinal;
    private boolean isDivided;

    /** Adds the shares of the span's own time. */
    public void addOwn(List<SpanShare> charged, boolean forGood) {
        isDivided = true;
        if (forGood) {
            own = sum(own, charged);
        } else {
            ownLately = sum(ownLately, charged);
        }
    }

    /** Adds the shares of the span itself or of a span within it. */
    public void addAll(List<SpanShare> charged, boolean forGood) {
        isDivided = true;
        if (forGood) {
            // A span without children needs no second list.
            all = all.isEmpty() && own.size() == charged.size() && own.equals(charged) ? own : sum(all, charged);
        } else {
            allLately = sum(allLately, charged);
        }
    }

    /** Removes the shares that were not final. */
    public void forgetProvisional() {
        ownLately = List.of();
        allLately = List.of();
    }

    public void finish() {
        forgetProvisional();
        isFinal = true;
    }

    public boolean isFinal() {
        return isFinal;
    }

    /** Returns whether the span has any share yet. */
    public boolean isDivided() {
        return isDivided;
    }

    /** Returns the shares of the span's own time by device; empty if none of it was divided. */
    public Optional<List<SpanShare>> own() {
        return present(sum(own, ownLately));
    }

    /** Returns the shares of the span and its children by device; empty if none of its time was divided. */
    public Optional<List<SpanShare>> all() {
        return present(sum(all, allLately));
    }

    private static Optional<List<SpanShare>> present(List<SpanShare> shares) {
        return shares.isEmpty() ? Optional.empty() : Optional.of(shares);
    }

    /**
     * Adds up the shares of each device; an empty list counts as zero. A device that came later has an incomplete
     * share.
     */
    public static List<SpanShare> sum(List<SpanShare> some, List<SpanShare> others) {
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
