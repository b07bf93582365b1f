package dev.ipw.importing.spans;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.importing.log.LogAttribution;
import dev.ipw.importing.log.SampleLog;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.telemetry.internal.division.SpanActivities;
import dev.ipw.telemetry.internal.division.SpanShare;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The attribution of logged joules to the GenAI spans of OpenTelemetry. Calls of models share by their work; joules
 * that are used while none is in flight go to the tools and agents that are open at that time; the joules of a span are
 * its own and those of the GenAI spans within it. All spans' own + idle + other = the devices' joules, to 1e-9.
 *
 * <pre>{@code
 * SpanAttribution result = SpanAttribution.of(SampleLog.read(samples), SpanLog.read(spans), AttributionRule.AUTO);
 * result.spans().forEach(span -> System.out.println(span.span().name() + " " + span.energy()));
 * }</pre>
 *
 * @param spans    the charged spans, each behind the one around it
 * @param sums     the same by agent, tool and model
 * @param devices  the division of each device's joules
 * @param total    the devices' joules
 * @param warnings warnings for a reader
 */
public record SpanAttribution(List<ChargedSpan> spans, List<SpanSum> sums, List<DeviceAttribution> devices,
        EnergyReading total, List<String> warnings) {
    /** Copies the lists. */
    public SpanAttribution {
        spans = List.copyOf(spans);
        sums = List.copyOf(sums);
        devices = List.copyOf(devices);
        warnings = List.copyOf(warnings);
    }

    /**
     * Attributes joules to spans.
     *
     * @param samples the log of the meters, on the clock of the spans: nanoseconds since 1970
     * @param log     the spans
     * @param rule    the rule by which overlapping model calls share
     * @return the attribution
     */
    public static SpanAttribution of(SampleLog samples, SpanLog log, AttributionRule rule) {
        List<LoggedSpan> spans = log.spans();
        SpanForest forest = new SpanForest(spans);
        ChargeableSpans chargeable = new ChargeableSpans(spans, samples.series().values());
        SpanWeights weights = new SpanWeights(spans, forest, chargeable.charged());
        int[] places = chargeable.places();
        SpanActivities activities = new SpanActivities(Arrays.stream(places).mapToObj(weights::divided)
                .toList(), chargeable.sampled());
        LogAttribution divided = LogAttribution.of(samples, activities.activities(), rule);
        List<SpanShares> devices = new ArrayList<>();
        int number = 0;
        for (DeviceSeries series : samples.series().values()) {
            DeviceAttribution device = divided.devices().get(number++);
            devices.add(SpanShares.of(chargeable, forest, series, shares(device, activities, series)));
        }
        List<ChargedSpan> charged = new ArrayList<>();
        for (int span : forest.order()) {
            charged.add(charged(span, spans.get(span), forest.depth(span), devices, weights));
        }
        List<String> warnings = new ArrayList<>(log.warnings());
        warnings.addAll(forest.warnings());
        warnings.addAll(chargeable.warnings());
        RepeatedCalls.warning(spans, weights).ifPresent(warnings::add);
        warnings.addAll(divided.warnings());
        return new SpanAttribution(charged, SpanSums.of(charged, forest, weights), divided.devices(),
                divided.total(), warnings);
    }

    private static List<SpanShare> shares(DeviceAttribution device, SpanActivities activities, DeviceSeries series) {
        if (!device.total().isAvailable()) {
            return activities.spans().stream().map(span -> new SpanShare(device.total(), OptionalDouble.empty()))
                    .toList();
        }
        return activities.bySpan(
                device.requests().stream()
                        .map(one -> new SpanShare(one.reading(), one.breakdown().idleShareJoules())).toList(),
                series, new TimeSpan(series.firstNanos().orElseThrow(), series.lastNanos().orElseThrow()));
    }

    private static ChargedSpan charged(int place, LoggedSpan span, int depth, List<SpanShares> devices,
            SpanWeights weights) {
        if (span.kind() == SpanKind.STRUCTURE) {
            return new ChargedSpan(span, depth, Optional.empty(), Optional.empty(), Optional.empty(),
                    weights.inputTokens(place), weights.outputTokens(place));
        }
        return new ChargedSpan(span, depth, sum(devices.stream().map(device -> device.all(place)).toList()),
                sum(devices.stream().map(device -> device.own(place)).toList()),
                sum(devices.stream().map(device -> device.net(place)).toList()), weights.inputTokens(place),
                weights.outputTokens(place));
    }

    private static Optional<EnergyReading> sum(List<EnergyReading> readings) {
        return readings.stream().reduce(EnergyReading::plus);
    }

    /**
     * Returns the charge of all spans.
     *
     * @return joules
     */
    public double spanJoules() {
        return devices.stream().mapToDouble(DeviceAttribution::requestsJoules).sum();
    }

    /**
     * Returns the use while no GenAI span was open.
     *
     * @return joules
     */
    public double idleJoules() {
        return devices.stream().mapToDouble(DeviceAttribution::idleJoules).sum();
    }

    /**
     * Returns the use that cannot be charged to a span, because its time is unknown.
     *
     * @return joules
     */
    public double otherJoules() {
        return devices.stream().mapToDouble(DeviceAttribution::otherJoules).sum();
    }

    /**
     * A finder of calls that are in a file twice under different ids, such as where a framework and an SDK both export
     * them.
     */
    private static final class RepeatedCalls {
        private static final int MAX_MODELS = 5;
        private static final int LONGEST_NAME = 100;

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
                    + " calls have the same parent, start, end, model and tokens as another with a different id ("
                    + models
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
}
