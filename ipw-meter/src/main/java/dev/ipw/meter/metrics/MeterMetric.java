package dev.ipw.meter.metrics;

import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.Optional;

/**
 * The metrics of a meter: their names in OpenTelemetry, where the unit is not part of the name, and in Prometheus, where
 * it is. A server of Prometheus that receives a metric over OTLP gives it the same name as a scrape does.
 */
enum MeterMetric {
    ENERGY("ipw.energy", "J",
            "Energy of requests while they are served, by phase: prompt, answer, or unsplit where the two cannot be"
                    + " separated"),
    FINISHED_ENERGY("ipw.finished.energy", "J",
            "Energy of requests, counted when they are final; complete: true if their energy and output"
                    + " tokens are fully known, no_output if there are no output tokens, as of embeddings,"
                    + " hosted if they are only estimated"),
    DEVICE_ENERGY("ipw.device.energy", "J", "Energy of devices: the sum of attributed, idle and other energy"),
    ATTRIBUTED_ENERGY("ipw.attributed.energy", "J", "Energy of requests on each device, by the trust in its division"),
    IDLE_ENERGY("ipw.idle.energy", "J", "Energy of devices while no request was open"),
    OTHER_ENERGY("ipw.other.energy", "J",
            "Energy of devices that belongs to no request: the time of its use is unknown"),
    UNSHARED_ENERGY("ipw.unshared.energy", "J",
            "Energy of requests that have no share of their own, because their replica is unknown"),
    UNBALANCED_BLOCKS("ipw.unbalanced.blocks", "{block}",
            "Blocks of time at whose end the parts do not add up to the energy of devices; none, unless the meter has a defect"),
    UNMETERED_TIME("ipw.unmetered", "s", "Time in which the energy of a device is unknown"),
    LAST_BLOCK("ipw.last.block.timestamp", "s", "When the last block of time was divided, since 1970"),
    POWER("ipw.power", "W", "Mean power of a device in the last block of time"),
    REQUEST_ENERGY("ipw.request.energy", "J", "Energy of each request whose energy is fully known"),
    TOKENS("ipw.tokens", "{token}",
            "Tokens that the server counted: input, cached ones included; output, reasoning included; complete as for"
                    + " finished energy"),
    CACHED_TOKENS("ipw.cached.tokens", "{token}", "Input tokens that were served from a cache"),
    REASONING_TOKENS("ipw.reasoning.tokens", "{token}", "Output tokens that are reasoning"),
    REQUESTS("ipw.requests", "{request}",
            "Requests, by HTTP status; aborted: the answer broke off after a good status; complete as for finished"
                    + " energy"),
    IN_FLIGHT("ipw.requests.in_flight", "{request}", "Requests that are being served"),
    BUDGET_USED("ipw.budget.used", "1", "Used part of a tenant's budget in the current period"),
    BUDGET_LIMIT("ipw.budget.limit", "J", "A tenant's budget for a period"),
    ESTIMATED_ENERGY("ipw.estimated.energy", "J",
            "Energy of requests to hosted models, estimated from their billed tokens and in no other metric: likely value"),
    ESTIMATED_ENERGY_LOW("ipw.estimated.energy.low", "J", "Lower bound of the estimated energy"),
    ESTIMATED_ENERGY_HIGH("ipw.estimated.energy.high", "J", "Upper bound of the estimated energy"),
    ESTIMATED_CARBON("ipw.estimated.co2e", "g", "CO2 equivalents of the estimated energy, estimated: likely value"),
    ESTIMATED_WATER("ipw.estimated.water", "L", "Water for the estimated energy, estimated: likely value"),
    ESTIMATED_REQUESTS("ipw.estimated.requests", "{request}",
            "Requests to hosted models; estimated: false without an estimate, because their model is not in the table or"
                    + " their tokens were not counted"),
    OTLP_SPANS("ipw.otlp.spans", "{span}", "Spans of requests for the OTLP receiver, by result: sent or dropped"),
    LOG_UNWRITTEN_LINES("ipw.log.unwritten.lines", "{line}",
            "Blocks and requests that could not be written to the log; they are in its sums"),
    GEN_AI_ENERGY("gen_ai.infrastructure.energy", "J", "Energy of requests: measured, divided over those that overlap"),
    GEN_AI_ENERGY_PER_TOKEN("gen_ai.infrastructure.energy.per_token", "J",
            "Energy of an output token, over the requests of the last minute that finished"),
    GEN_AI_POWER("gen_ai.infrastructure.power", "W", "Mean power of all devices in the last block of time"),
    GEN_AI_IDLE_RATIO("gen_ai.infrastructure.idle_ratio", "1",
            "Idle part of the energy of all devices in the last minute");

    private final String openTelemetryName;
    private final String unit;
    private final String help;

    MeterMetric(String openTelemetryName, String unit, String help) {
        this.openTelemetryName = openTelemetryName;
        this.unit = unit;
        this.help = help;
    }

    String openTelemetryName() {
        return openTelemetryName;
    }

    String unit() {
        return unit;
    }

    String help() {
        return help;
    }

    /** Returns the name, unit and help for Prometheus, whose writers append {@code _total} to counters. */
    MetricMetadata metadata() {
        String name = openTelemetryName.replace('.', '_');
        Optional<Unit> spelt = switch (unit) {
            case "J" -> Optional.of(Unit.JOULES);
            case "W" -> Optional.of(new Unit("watts"));
            case "s" -> Optional.of(Unit.SECONDS);
            case "g" -> Optional.of(new Unit("grams"));
            case "L" -> Optional.of(new Unit("liters"));
            case "1" -> Optional.of(Unit.RATIO);
            default -> Optional.empty();
        };
        if (spelt.isEmpty()) {
            return new MetricMetadata(name, help);
        }
        String suffix = "_" + spelt.get();
        return new MetricMetadata(name.endsWith(suffix) ? name : name + suffix, help, spelt.get());
    }
}
