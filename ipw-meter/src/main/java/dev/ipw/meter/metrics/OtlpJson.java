package dev.ipw.meter.metrics;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.internal.json.Json;
import dev.ipw.meter.HostedFigure;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.metrics.MetricsOptions.GenAiServer;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Spans and metrics as JSON of OTLP, in which 64-bit numbers are strings. */
final class OtlpJson {
    private static final int CUMULATIVE = 2;
    private static final int CLIENT = 3;
    private static final int ERROR = 2;
    private static final int SPAN_ID_DIGITS = 16;
    private static final int FIRST_ERROR = 400;
    private static final String SCOPE = "dev.ipw.meter";
    /** The names of attributes whose dots are not allowed in Prometheus. */
    private static final Map<String, String> ATTRIBUTES = Map.of("gen_ai_request_model", "gen_ai.request.model",
            "gen_ai_provider_name", "gen_ai.provider.name", "server_address", "server.address");

    private OtlpJson() {}

    /**
     * Formats requests as spans of a trace each.
     *
     * @param requests requests that have ended
     * @param server   the server that answered them
     * @return the body for {@code /v1/traces}
     */
    static ObjectNode spans(List<RequestFigures> requests, Optional<GenAiServer> server) {
        ArrayNode spans = Json.array();
        requests.forEach(request -> spans.add(span(request, server)));
        return inResource("resourceSpans", "scopeSpans", "spans", spans);
    }

    private static ObjectNode span(RequestFigures request, Optional<GenAiServer> server) {
        ObjectNode span = Json.object();
        span.put("traceId", request.id());
        span.put("spanId", request.id().substring(0, SPAN_ID_DIGITS));
        span.put("name", request.origin().model());
        span.put("kind", CLIENT);
        span.put("startTimeUnixNano", nanos(request.started()));
        span.put("endTimeUnixNano", nanos(request.started().plus(request.duration().orElseThrow())));
        ArrayNode attributes = span.putArray("attributes");
        text(attributes, "gen_ai.request.model", request.origin().model());
        server.ifPresent(known -> {
            text(attributes, "gen_ai.provider.name", known.provider());
            text(attributes, "server.address", known.address());
        });
        text(attributes, "ipw.tenant", request.origin().tenant());
        number(attributes, "gen_ai.usage.input_tokens", request.tokens().input());
        number(attributes, "gen_ai.usage.cache_read.input_tokens", request.tokens().cached());
        number(attributes, "gen_ai.usage.output_tokens", request.tokens().output());
        number(attributes, "gen_ai.usage.reasoning.output_tokens", request.tokens().reasoning());
        request.firstTokenIn().ifPresent(time -> number(attributes, "gen_ai.response.time_to_first_chunk",
                OptionalDouble.of(time.toNanos() / (double) TimeUnit.SECONDS.toNanos(1))));
        request.status().ifPresent(status -> number(attributes, "http.response.status_code", OptionalLong.of(status)));
        energy(attributes, request);
        request.hosted().ifPresent(hosted -> estimate(attributes, hosted));
        boolean isBadStatus = request.status().orElse(0) >= FIRST_ERROR;
        if (isBadStatus || request.failure().isPresent()) {
            text(attributes, "error.type", isBadStatus ? String.valueOf(request.status().getAsInt()) : "incomplete");
            span.putObject("status").put("code", ERROR).put("message", request.failure().orElse(""));
        }
        return span;
    }

    /** Adds the joules by the names of the OpenTelemetry bridge, and those that only a meter has. */
    private static void energy(ArrayNode attributes, RequestFigures request) {
        EnergyReading reading = request.energy();
        number(attributes, "ipw.energy.joules", reading.joules());
        number(attributes, "ipw.energy.lower_joules", reading.lower());
        number(attributes, "ipw.energy.upper_joules", reading.upperBound());
        request.phases().ifPresent(phases -> {
            phase(attributes, "prompt", phases.prompt(), reading);
            phase(attributes, "answer", phases.answer(), reading);
        });
        number(attributes, "ipw.energy.fixed_joules", request.fixedJoules());
        text(attributes, "ipw.energy.provenance", reading.provenance().name());
        text(attributes, "ipw.energy.source", reading.reason().orElse(reading.source()));
        text(attributes, "ipw.energy.trust", request.trust().label());
        if (!reading.flags().isEmpty()) {
            ArrayNode flags = Json.array();
            reading.flags().stream().map(EnergyFlag::name).sorted().forEach(
                    flag -> flags.addObject().put("stringValue", flag));
            attributes.addObject().put("key", "ipw.energy.flags").putObject("value").putObject("arrayValue")
                    .set("values", flags);
        }
    }

    /** Adds an estimate by the names of the OpenTelemetry bridge. */
    private static void estimate(ArrayNode attributes, HostedFigure hosted) {
        hosted.reason().ifPresent(reason -> text(attributes, "ipw.estimate.reason", reason));
        hosted.estimate().ifPresent(estimate -> {
            number(attributes, "ipw.estimate.joules", OptionalDouble.of(estimate.joules().likely()));
            number(attributes, "ipw.estimate.lower_joules", OptionalDouble.of(estimate.joules().low()));
            number(attributes, "ipw.estimate.upper_joules", OptionalDouble.of(estimate.joules().high()));
            estimate.carbonGrams().ifPresent(
                    grams -> number(attributes, "ipw.estimate.co2e_grams", OptionalDouble.of(grams.likely())));
            text(attributes, "ipw.estimate.provenance", estimate.provenance().name());
            text(attributes, "ipw.estimate.source", estimate.source());
        });
    }

    /** Adds the joules of a phase; where a part of the request's is missing, nothing bounds them from above. */
    private static void phase(ArrayNode attributes, String name, PhaseJoules.Part part, EnergyReading whole) {
        number(attributes, "ipw.energy." + name + "_joules", OptionalDouble.of(part.joules()));
        number(attributes, "ipw.energy." + name + "_lower_joules", OptionalDouble.of(part.lower()));
        number(attributes, "ipw.energy." + name + "_upper_joules",
                whole.upperBound().isPresent() ? OptionalDouble.of(part.upper()) : OptionalDouble.empty());
    }

    /**
     * Formats metrics, counted since a moment.
     *
     * @param collected the metrics
     * @param begin     when its counters were zero
     * @param now       when they were read
     * @return the body for {@code /v1/metrics}
     */
    static ObjectNode metrics(List<Collected> collected, Instant begin, Instant now) {
        ArrayNode metrics = Json.array();
        for (Collected one : collected) {
            ObjectNode metric = metrics.addObject();
            metric.put("name", one.metric().openTelemetryName());
            metric.put("unit", one.metric().unit());
            metric.put("description", one.metric().help());
            MetricSnapshot snapshot = one.snapshot();
            ObjectNode data = switch (snapshot) {
                case HistogramSnapshot unused ->
                    metric.putObject("histogram").put("aggregationTemporality", CUMULATIVE);
                case CounterSnapshot unused ->
                    metric.putObject("sum").put("aggregationTemporality", CUMULATIVE).put("isMonotonic", true);
                default -> metric.putObject("gauge");
            };
            ArrayNode points = data.putArray("dataPoints");
            snapshot.getDataPoints().forEach(point -> points.add(point(point, begin, now)));
        }
        return inResource("resourceMetrics", "scopeMetrics", "metrics", metrics);
    }

    private static ObjectNode point(DataPointSnapshot point, Instant begin, Instant now) {
        ObjectNode json = Json.object();
        json.put("timeUnixNano", nanos(now));
        ArrayNode attributes = json.putArray("attributes");
        for (Label label : point.getLabels()) {
            text(attributes, ATTRIBUTES.getOrDefault(label.getName(), label.getName()), label.getValue());
        }
        switch (point) {
            case GaugeDataPointSnapshot gauge -> json.put("asDouble", gauge.getValue());
            case CounterDataPointSnapshot counter ->
                json.put("startTimeUnixNano", nanos(begin)).put("asDouble", counter.getValue());
            case HistogramDataPointSnapshot histogram -> {
                json.put("startTimeUnixNano", nanos(begin)).put("sum", histogram.getSum());
                json.put("count", String.valueOf(histogram.getCount()));
                buckets(json, histogram.getClassicBuckets());
            }
            default -> throw new IllegalArgumentException("Not a metric of the meter: " + point.getClass());
        }
        return json;
    }

    private static void buckets(ObjectNode json, ClassicHistogramBuckets buckets) {
        ArrayNode counts = json.putArray("bucketCounts");
        ArrayNode bounds = json.putArray("explicitBounds");
        buckets.stream().forEach(bucket -> {
            counts.add(String.valueOf(bucket.getCount()));
            if (Double.isFinite(bucket.getUpperBound())) { // The last bucket has no upper bound.
                bounds.add(bucket.getUpperBound());
            }
        });
    }

    private static ObjectNode inResource(String resources, String scopes, String items, ArrayNode all) {
        ObjectNode body = Json.object();
        ObjectNode resource = body.putArray(resources).addObject();
        text(resource.putObject("resource").putArray("attributes"), "service.name", "ipw-meter");
        ObjectNode scope = resource.putArray(scopes).addObject();
        scope.putObject("scope").put("name", SCOPE);
        scope.set(items, all);
        return body;
    }

    private static void text(ArrayNode attributes, String key, String value) {
        attributes.addObject().put("key", key).putObject("value").put("stringValue", value);
    }

    private static void number(ArrayNode attributes, String key, OptionalLong value) {
        value.ifPresent(known -> attributes.addObject().put("key", key).putObject("value").put("intValue",
                String.valueOf(known)));
    }

    private static void number(ArrayNode attributes, String key, OptionalDouble value) {
        value.ifPresent(known -> attributes.addObject().put("key", key).putObject("value").put("doubleValue", known));
    }

    private static String nanos(Instant moment) {
        return BigInteger.valueOf(moment.getEpochSecond()).multiply(BigInteger.valueOf(TimeUnit.SECONDS.toNanos(1)))
                .add(BigInteger.valueOf(moment.getNano())).toString();
    }
}
