package dev.ipw.opentelemetry;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.ipw.hosted.Range;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Estimates as attributes of GenAI spans that call hosted models, from their billed tokens. They stand beside the
 * attributes of {@link EnergyAttributes} and never in them, and need {@code ipw-core}, a dependency of the application.
 *
 * <p>
 * A span is estimated if it calls a model of the table at an address that is not this machine. Without
 * {@code server.address} only models that nobody else may host are.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class HostedEstimates {
    /** The likely joules, estimated, of machines and data centre. */
    public static final AttributeKey<Double> JOULES = AttributeKey.doubleKey("ipw.estimate.joules");
    /** The lower bound of {@link #JOULES}. */
    public static final AttributeKey<Double> LOWER_JOULES = AttributeKey.doubleKey("ipw.estimate.lower_joules");
    /** The upper bound of {@link #JOULES}. */
    public static final AttributeKey<Double> UPPER_JOULES = AttributeKey.doubleKey("ipw.estimate.upper_joules");
    /** The likely grams of CO2 and its equivalents, estimated. */
    public static final AttributeKey<Double> CARBON_GRAMS = AttributeKey.doubleKey("ipw.estimate.co2e_grams");
    /** The provenance, always ESTIMATED. */
    public static final AttributeKey<String> PROVENANCE = AttributeKey.stringKey("ipw.estimate.provenance");
    /** The model, the table with its version and date, and the method. */
    public static final AttributeKey<String> SOURCE = AttributeKey.stringKey("ipw.estimate.source");

    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    private static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    private static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> CACHED_TOKENS = AttributeKey
            .longKey("gen_ai.usage.cache_read.input_tokens");
    /** Calls of models; an agent's span repeats the tokens of its calls. */
    private static final Set<String> CALLS = Set.of("chat", "generate_content", "text_completion");
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0");

    private final HostedTable table;

    private HostedEstimates(HostedTable table) {
        this.table = Objects.requireNonNull(table, "table");
    }

    /**
     * Returns an exporter that adds estimates to spans before they are exported.
     *
     * @param exporter the target of the spans
     * @param table    the table; {@link HostedTable#shipped} or a file of one's own
     * @return the exporter to register in its place
     */
    public static SpanExporter exporter(SpanExporter exporter, HostedTable table) {
        HostedEstimates estimates = new HostedEstimates(table);
        return new HostedSpanExporter(Objects.requireNonNull(exporter, "exporter"), estimates::added);
    }

    private SpanData added(SpanData span) {
        return estimate(span.getAttributes()).<SpanData>map(known -> new EnergySpanData(span, attributes(known)))
                .orElse(span);
    }

    private Optional<HostedEstimate> estimate(Attributes span) {
        String operation = span.get(OPERATION);
        if (operation == null || !CALLS.contains(operation)) {
            return Optional.empty();
        }
        Long input = GenAi.inputTokens(span);
        Long output = GenAi.outputTokens(span);
        if (input == null || output == null || input < 0 || output < 0) {
            return Optional.empty();
        }
        Long cached = span.get(CACHED_TOKENS);
        HostedTokens tokens = new HostedTokens(input,
                cached == null ? 0 : Math.min(input, Math.max(0, cached)), output);
        return model(span).map(model -> HostedEstimate.of(model, tokens));
    }

    private Optional<HostedModel> model(Attributes span) {
        String address = span.get(ADDRESS);
        if (address != null && THIS_MACHINE.contains(address)) {
            return Optional.empty();
        }
        return find(span.get(RESPONSE_MODEL), address).or(() -> find(span.get(REQUEST_MODEL), address))
                .filter(model -> address != null || model.isGuess());
    }

    private Optional<HostedModel> find(@Nullable String model, @Nullable String address) {
        return model == null ? Optional.empty() : table.find(model, endpoint(address));
    }

    private static Optional<URI> endpoint(@Nullable String address) {
        try {
            return address == null ? Optional.empty() : Optional.of(new URI("https", address, "/", null));
        } catch (URISyntaxException noHost) {
            return Optional.empty();
        }
    }

    private static Attributes attributes(HostedEstimate estimate) {
        Range joules = estimate.joules();
        AttributesBuilder attributes = Attributes.builder().put(JOULES, joules.likely())
                .put(LOWER_JOULES, joules.low()).put(UPPER_JOULES, joules.high())
                .put(PROVENANCE, estimate.provenance().name()).put(SOURCE, estimate.source());
        estimate.carbonGrams().ifPresent(grams -> attributes.put(CARBON_GRAMS, grams.likely()));
        return attributes.build();
    }
}
