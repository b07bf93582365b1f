package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.Attribution;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.results.internal.journal.RunPart;
import dev.ipw.run.RunPhase;
import dev.ipw.run.RunSummary.JudgingEnergy.DeviceJudging;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A device's joules while answers were evaluated: judging + idle + other = total.
 *
 * @param device        its name
 * @param total         its joules over that time
 * @param judging       its joules while a call to a judge was in flight, as far as they are known
 * @param judgingJoules the judging part of the sum that equals the total
 * @param idleJoules    its joules while no such call was in flight
 * @param otherJoules   its joules that cannot be divided
 */
record JudgedDevice(String device, EnergyReading total, EnergyReading judging, double judgingJoules, double idleJoules,
        double otherJoules) {
    /**
     * Divides.
     *
     * @param device   the device's readings
     * @param parts    the parts of the run, with the times of calls to judges
     * @param findings findings about its joules
     * @param limits   the range of its possible power
     */
    static JudgedDevice of(DeviceSeries device, List<RunPart> parts, List<EnergyFinding> findings, PowerLimits limits) {
        List<TimeSpan> spans = parts.stream().flatMap(part -> part.judging().stream()).toList();
        JudgedDevice sum = parts.stream().filter(part -> !part.judging().isEmpty())
                .map(part -> of(device, part, findings, limits)).reduce(JudgedDevice::followedBy)
                .orElseGet(() -> without(device));
        if (!sum.judging.isAvailable()) {
            return sum;
        }
        UncountedTime uncounted = new UncountedTime(device.steps(), spans, limits);
        long nanos = spans.stream().mapToLong(TimeSpan::nanos).sum();
        EnergyReading read = uncounted.bound(uncounted.flag(sum.withinTotal()));
        EnergyReading judging = parts.stream().anyMatch(JudgedDevice::isCutOff)
                ? read.flagged(EnergyFlag.PARTIAL)
                : read;
        return sum.withJudging(device.isBrief(0, nanos) ? judging.flagged(EnergyFlag.SHORT) : judging);
    }

    /** Returns whether a process was killed: it did not record the end of its evaluation, and its last calls are missing. */
    private static boolean isCutOff(RunPart part) {
        return !part.judging().isEmpty() && !part.phases().containsKey(RunPhase.EVALUATING);
    }

    private static JudgedDevice without(DeviceSeries device) {
        EnergyReading none = EnergyReading.unavailable(device.device().scope(), device.device().source(),
                "the times of the calls to judges are not in the journal");
        return new JudgedDevice(device.device().name(), none, none, 0, 0, 0);
    }

    private static JudgedDevice of(DeviceSeries device, RunPart part, List<EnergyFinding> findings,
            PowerLimits limits) {
        List<TimeSpan> spans = part.judging();
        Optional<TimeSpan> phase = Optional.ofNullable(part.phases().get(RunPhase.EVALUATING));
        TimeSpan window = new TimeSpan(
                Math.min(spans.getFirst().startNanos(), phase.map(TimeSpan::startNanos).orElse(Long.MAX_VALUE)),
                Math.max(spans.getLast().endNanos(), phase.map(TimeSpan::endNanos).orElse(Long.MIN_VALUE)));
        List<RequestActivity> asked = IntStream.range(0, spans.size()).mapToObj(i -> activity(i, spans.get(i)))
                .toList();
        DeviceAttribution divided = Attribution.within(window, device, asked, AttributionRule.EQUAL, limits)
                .flagged(findings.stream()
                        .filter(finding -> finding.overlaps(window.startNanos(), window.endNanos())).toList(), asked);
        EnergyReading judging = divided.requests().stream().map(RequestEnergy::reading)
                .reduce(DeviceTally::followed).orElseThrow();
        return new JudgedDevice(device.device().name(), divided.total(), judging, divided.requestsJoules(),
                divided.idleJoules(), divided.otherJoules());
    }

    /** Returns the activity of a span. No two of these overlap, so that nothing is shared. */
    private static RequestActivity activity(int number, TimeSpan span) {
        return new RequestActivity("judging " + number, span.startNanos(), OptionalLong.empty(), OptionalLong.empty(),
                span.endNanos(), 0, 0, 0, TokenTimes.NONE, Set.of());
    }

    private JudgedDevice followedBy(JudgedDevice next) {
        return new JudgedDevice(device, DeviceTally.followed(total, next.total),
                DeviceTally.followed(judging, next.judging),
                judgingJoules + next.judgingJoules, idleJoules + next.idleJoules, otherJoules + next.otherJoules);
    }

    /**
     * Limits the upper bound: each span may have used a little more at its edges, but all together at most the device's
     * total.
     */
    private EnergyReading withinTotal() {
        double joules = judging.joules().orElseThrow();
        double most = Math.max(joules, Math.min(judging.upper().orElseThrow(), total.upper().orElse(joules)));
        return new EnergyReading(judging.joules(), judging.lower(), OptionalDouble.of(most), judging.provenance(),
                judging.scopes(), judging.source(), judging.flags(), judging.reason());
    }

    private JudgedDevice withJudging(EnergyReading reading) {
        return new JudgedDevice(device, total, reading, judgingJoules, idleJoules, otherJoules);
    }

    DeviceJudging totals() {
        return new DeviceJudging(device, total, onlyIfKnown(judgingJoules), onlyIfKnown(idleJoules),
                onlyIfKnown(otherJoules));
    }

    private OptionalDouble onlyIfKnown(double joules) {
        return total.isAvailable() ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }
}
