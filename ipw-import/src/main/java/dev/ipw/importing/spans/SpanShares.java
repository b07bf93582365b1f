package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.internal.division.SpanShare;
import java.util.List;
import java.util.OptionalDouble;

/** The charge of each span for one device: for its own time, and with the GenAI spans within it. */
final class SpanShares {
    private final List<LoggedSpan> spans;
    private final DeviceSeries series;
    private final SpanShare[] own;
    private final SpanShare[] all;

    private SpanShares(List<LoggedSpan> spans, DeviceSeries series, SpanShare[] own) {
        this.spans = spans;
        this.series = series;
        this.own = own;
        all = own.clone();
    }

    /** Adds up the charges, from the innermost spans outwards. */
    static SpanShares of(ChargeableSpans chargeable, SpanForest forest, DeviceSeries series, List<SpanShare> charged) {
        SpanShare[] own = new SpanShare[chargeable.spans().size()];
        for (int span = 0; span < own.length; span++) {
            own[span] = new SpanShare(EnergyReading.unavailable(series.device().scope(), series.device().source(),
                    chargeable.whyNot(span).orElse("it is no GenAI span")), OptionalDouble.empty());
        }
        int[] places = chargeable.places();
        for (int i = 0; i < places.length; i++) {
            own[places[i]] = charged.get(i);
        }
        SpanShares shares = new SpanShares(chargeable.spans(), series, own);
        int[] order = forest.order();
        int[] parents = forest.genAiParents();
        for (int at = order.length - 1; at >= 0; at--) {
            int span = order[at];
            int outer = parents[span];
            if (outer != SpanForest.NONE && chargeable.spans().get(span).kind() != SpanKind.STRUCTURE) {
                shares.all[outer] = shares.all[outer].plus(shares.all[span]);
            }
        }
        return shares;
    }

    EnergyReading own(int span) {
        return flagged(own[span].reading(), span);
    }

    EnergyReading all(int span) {
        return flagged(all[span].reading(), span);
    }

    EnergyReading net(int span) {
        return new SpanShare(all(span), all[span].idleJoules()).net();
    }

    private EnergyReading flagged(EnergyReading reading, int span) {
        LoggedSpan logged = spans.get(span);
        return reading.isAvailable() && logged.hasTime() && !reading.flags().contains(EnergyFlag.ATTRIBUTED)
                && series.isBrief(logged.startNanos(), logged.endNanos().orElseThrow())
                        ? reading.flagged(EnergyFlag.SHORT)
                        : reading;
    }
}
