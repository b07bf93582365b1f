package dev.ipw.energy.attribution.internal;

import java.util.Locale;

/** Counts runs of one trust, and in how many of them bounds held the truths. */
final class TrustedRuns {
    static final double MIN_OWNED = 95;
    static final double MIN_EITHER = 98;

    private int runs;
    private int owned;
    private int either;
    private int shares;
    private double ownedShares;
    private double eitherShares;

    void add(TwoTruthRun.Nearness near) {
        runs++;
        owned += near.owned().covered() >= MIN_OWNED ? 1 : 0;
        either += near.either().covered() >= MIN_EITHER ? 1 : 0;
        shares += near.owned().shares();
        ownedShares += near.owned().shares() * near.owned().covered();
        eitherShares += near.either().shares() * near.either().covered();
    }

    int runs() {
        return runs;
    }

    int shares() {
        return shares;
    }

    double percentOwned() {
        return ownedShares / shares;
    }

    double percentEither() {
        return eitherShares / shares;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%d | %d | %d | %.1f | %.1f", runs, owned, either, percentOwned(),
                percentEither());
    }
}
