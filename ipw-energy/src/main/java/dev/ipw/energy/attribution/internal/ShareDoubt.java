package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.WidthReason;
import java.util.EnumMap;
import java.util.Map;

/**
 * The sources of doubt in fitted shares: laws of cost that divide differently, layouts of the steps, noise, and an
 * incomplete log.
 */
final class ShareDoubt {
    private static final double SIGMAS = 6;
    // Work at the border of prompt and answer is less certain than the sum of both.
    private static final double PROMPT_MARGIN = 1.25;

    private final WorkShares shares;
    private final ShareSpan laws;
    private final ShareVariance variance;

    ShareDoubt(WorkShares shares, ShareSpan laws, ShareVariance variance) {
        this.shares = shares;
        this.laws = laws;
        this.variance = variance;
    }

    ShareRange range(int request) {
        return ShareRange.fitted(shares.joules(request), laws.lowest(request), laws.highest(request),
                variance.sigmaJoules(request));
    }

    /** Returns the bounds of the joules of a request's prompt. */
    ShareRange promptRange(int request) {
        return ShareRange.fitted(shares.promptJoules(request), laws.lowestPrompt(request),
                laws.highestPrompt(request), variance.promptSigmaJoules(request))
                .stretched(shares.promptJoules(request), PROMPT_MARGIN)
                .within(shares.promptJoules(request), shares.joules(request));
    }

    /** Returns whether the laws, and layouts of the steps, divide joules alike for nearly all requests. */
    boolean isAgreed(ShareCells cells) {
        return laws.isAgreed(cells, variance);
    }

    /** Returns the main reason for the width of the bounds. */
    WidthReason reason(ShareCells cells) {
        Map<WidthReason, Double> widths = new EnumMap<>(WidthReason.class);
        for (int request = 0; request < cells.requests(); request++) {
            if (cells.isShared(request)) {
                widths.merge(WidthReason.LAWS, laws.highest(request) - laws.lowest(request), Double::sum);
                widths.merge(WidthReason.LAYOUT, SIGMAS * variance.layoutJoules(request), Double::sum);
                widths.merge(WidthReason.NOISE, SIGMAS * variance.noiseJoules(request), Double::sum);
            }
        }
        return widths.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
    }
}
