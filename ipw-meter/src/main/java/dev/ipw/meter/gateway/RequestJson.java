package dev.ipw.meter.gateway;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.Range;
import dev.ipw.internal.json.Json;
import dev.ipw.meter.HostedFigure;
import dev.ipw.meter.RequestFigures;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import org.apiguardian.api.API;

/** The figures of requests as JSON. A figure that is not known is null. */
@API(status = API.Status.EXPERIMENTAL)
public final class RequestJson {
    /** The field of the estimate at a hosted model. */
    static final String HOSTED = "hosted_estimate";
    private static final double NANOS_PER_SECOND = 1e9;

    private RequestJson() {}

    /**
     * Formats the figures of a request.
     *
     * @param figures the figures
     * @return an object in one line
     */
    public static String line(RequestFigures figures) {
        ObjectNode json = Json.object();
        json.put("id", figures.id());
        json.put("model", figures.origin().model());
        json.put("tenant", figures.origin().tenant());
        ArrayNode devices = json.putArray("devices");
        figures.origin().devices().stream().sorted().forEach(devices::add);
        json.put("started", figures.started().toString());
        seconds(json, "first_token_seconds", figures.firstTokenIn());
        seconds(json, "duration_seconds", figures.duration());
        if (figures.status().isPresent()) {
            json.put("status", figures.status().getAsInt());
        } else {
            json.putNull("status");
        }
        json.put("failure", figures.failure().orElse(null));
        ObjectNode tokens = json.putObject("tokens");
        count(tokens, "input", figures.tokens().input());
        count(tokens, "cached", figures.tokens().cached());
        count(tokens, "output", figures.tokens().output());
        count(tokens, "reasoning", figures.tokens().reasoning());
        ObjectNode energy = energy(figures);
        energy.put("source", figures.energy().source());
        ArrayNode flags = energy.putArray("flags");
        figures.energy().flags().stream().map(flag -> flag.name().toLowerCase(Locale.ROOT)).sorted()
                .forEach(flags::add);
        boolean isBounded = figures.energy().upperBound().isPresent();
        phase(energy, "prompt", figures.phases().map(PhaseJoules::prompt), isBounded);
        phase(energy, "answer", figures.phases().map(PhaseJoules::answer), isBounded);
        figure(energy, "fixed_joules", figures.fixedJoules());
        energy.put("trust", figures.trust().label());
        json.set("energy", energy);
        figures.hosted().ifPresent(hosted -> json.set(HOSTED, hosted(hosted)));
        return Json.write(json);
    }

    /** Returns the joules of a request with their bounds and origin. */
    static ObjectNode energy(RequestFigures figures) {
        EnergyReading reading = figures.energy();
        ObjectNode energy = Json.object();
        figure(energy, "joules", reading.joules());
        figure(energy, "low", reading.lower());
        figure(energy, "high", reading.upperBound());
        energy.put("provenance", reading.provenance().name().toLowerCase(Locale.ROOT));
        reading.reason().ifPresent(reason -> energy.put("reason", reason));
        return energy.put("final", figures.isFinal());
    }

    /** Returns an estimate, whose joules are nowhere called the joules of the request. */
    static ObjectNode hosted(HostedFigure figure) {
        ObjectNode json = Json.object();
        Optional<HostedEstimate> estimate = figure.estimate();
        range(json, "estimated_joules", estimate.map(HostedEstimate::joules));
        range(json, "estimated_prompt_joules", estimate.map(HostedEstimate::promptJoules));
        range(json, "estimated_answer_joules", estimate.map(HostedEstimate::answerJoules));
        range(json, "estimated_co2e_grams", estimate.flatMap(HostedEstimate::carbonGrams));
        range(json, "estimated_water_liters", estimate.flatMap(HostedEstimate::waterLiters));
        json.put("provenance", estimate.map(HostedEstimate::provenance).orElse(Provenance.UNAVAILABLE).name()
                .toLowerCase(Locale.ROOT));
        figure.reason().ifPresent(reason -> json.put("reason", reason));
        figure.model().ifPresent(model -> {
            json.put("source", HostedEstimate.source(model)).put("method", HostedEstimate.METHOD);
            json.put("region", model.centre().region());
            range(json, "pue", Optional.of(model.centre().powerUsageEffectiveness()));
        });
        return json;
    }

    private static void range(ObjectNode json, String name, Optional<Range> range) {
        figure(json, name, range.stream().mapToDouble(Range::likely).findFirst());
        figure(json, name + "_low", range.stream().mapToDouble(Range::low).findFirst());
        figure(json, name + "_high", range.stream().mapToDouble(Range::high).findFirst());
    }

    /** Puts the joules of a phase; where a part of the request's is missing, nothing bounds them from above. */
    private static void phase(ObjectNode json, String name, Optional<PhaseJoules.Part> part, boolean isBounded) {
        figure(json, name + "_joules", figure(part, PhaseJoules.Part::joules));
        figure(json, name + "_low", figure(part, PhaseJoules.Part::lower));
        figure(json, name + "_high", isBounded ? figure(part, PhaseJoules.Part::upper) : OptionalDouble.empty());
    }

    private static OptionalDouble figure(Optional<PhaseJoules.Part> part, ToDoubleFunction<PhaseJoules.Part> figure) {
        return part.stream().mapToDouble(figure).findFirst();
    }

    private static void figure(ObjectNode json, String name, OptionalDouble figure) {
        if (figure.isPresent()) {
            json.put(name, figure.getAsDouble());
        } else {
            json.putNull(name);
        }
    }

    private static void count(ObjectNode json, String name, OptionalLong count) {
        if (count.isPresent()) {
            json.put(name, count.getAsLong());
        } else {
            json.putNull(name);
        }
    }

    private static void seconds(ObjectNode json, String name, Optional<Duration> time) {
        figure(json, name, time.map(one -> OptionalDouble.of(one.toNanos() / NANOS_PER_SECOND))
                .orElse(OptionalDouble.empty()));
    }
}
