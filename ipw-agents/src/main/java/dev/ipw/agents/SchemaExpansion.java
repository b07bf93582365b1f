package dev.ipw.agents;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaException;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The number of places of a JSON schema that one validation may visit, references within the schema followed. Forty definitions
 * that each refer twice to the next one are small, and are 2^40 places.
 */
final class SchemaExpansion {
    private static final long MAX_PLACES = 100_000;
    private static final String REFERENCE = "$ref";

    private final JsonNode root;
    /** The places below each reference; a reference that leads to itself adds none. */
    private final Map<String, Long> places = new HashMap<>();

    private SchemaExpansion(JsonNode root) {
        this.root = root;
    }

    /**
     * Refuses a schema that a validation might not come to the end of.
     *
     * @param schema the schema as JSON; text that is no JSON passes
     * @throws SchemaException if it has too many places
     */
    static void requireBounded(String schema) {
        JsonNode root;
        try {
            root = Json.parse(schema);
        } catch (JsonSyntaxException unreadable) {
            return;
        }
        if (new SchemaExpansion(root).count(root) > MAX_PLACES) {
            throw new SchemaException("its references lead to more than " + MAX_PLACES + " places");
        }
    }

    private long count(JsonNode node) {
        long sum = 1;
        for (JsonNode part : node) {
            sum = Math.min(MAX_PLACES + 1, sum + count(part));
        }
        JsonNode reference = node.path(REFERENCE);
        return reference.isTextual() ? Math.min(MAX_PLACES + 1, sum + referred(reference.textValue())) : sum;
    }

    private long referred(String reference) {
        if (!reference.startsWith("#")) {
            return 0;
        }
        Long known = places.putIfAbsent(reference, 0L);
        if (known != null) {
            return known;
        }
        long found = count(target(reference.substring(1)));
        places.put(reference, found);
        return found;
    }

    private JsonNode target(String fragment) {
        if (!fragment.isEmpty() && !fragment.startsWith("/")) {
            return root.findParents("$anchor").stream().filter(place -> place.path("$anchor").asText().equals(fragment))
                    .findFirst().orElseGet(Json::object);
        }
        return root.at(JsonPointer.compile(URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8)));
    }
}
