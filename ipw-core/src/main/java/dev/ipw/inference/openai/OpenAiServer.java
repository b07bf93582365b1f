package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.http.ApiKey;
import dev.ipw.inference.http.HttpFailures;
import dev.ipw.inference.http.ServerAddress;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Know one server: where it is, how to be let in, which models it lists. */
record OpenAiServer(ServerAddress address, Optional<ApiKey> apiKey) {
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(30);
    private static final int MOST_NAMES = 20;
    private static final int MOST_NAME_CHARACTERS = 200;
    private static final Set<Integer> CLOSED_DOORS = Set.of(401, 403, 407);
    private static final Logger LOGGER = LoggerFactory.getLogger(OpenAiServer.class);

    WireRequest chat(byte[] body) {
        Map<String, String> headers = headers("text/event-stream, application/json");
        headers.put("Content-Type", "application/json");
        return WireRequest.post(address.resolve("/chat/completions"), headers, body);
    }

    private Map<String, String> headers(String accept) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", accept);
        headers.put("Accept-Encoding", "identity");
        headers.put("User-Agent", "ipw-java");
        apiKey.ifPresent(key -> headers.put("Authorization", key.bearer()));
        return headers;
    }

    /** Say what a status other than success means here and what to do about it. */
    String refusal(WireResponse response) {
        String advice = switch (response.status()) {
            case 401, 403 -> " (" + keyAdvice() + ")";
            case 407 -> " (a proxy on the way wants a login, which this client has not; name the server in the Java "
                    + "property http.nonProxyHosts to go around it)";
            case 404 -> " (check the base URL and the model)";
            case 429 -> " (the server asks for fewer requests)";
            default -> response.header("location").map(to -> " (it redirects to " + Redaction.typedAddress(to)
                    + "; give that address)").orElse("");
        };
        return "HTTP " + response.status() + " from " + address + advice;
    }

    private String keyAdvice() {
        return apiKey.isPresent()
                ? "it does not accept the key given as api_key or OPENAI_API_KEY"
                : "it wants a key; give api_key or set OPENAI_API_KEY";
    }

    /** Take secrets out of what the server said, which may repeat ours or quote an address with others. */
    String redact(String text) {
        return Redaction.text(apiKey.map(key -> key.redact(text)).orElse(text));
    }

    /**
     * Make sure that the server answers, lets us in, and has the model if it lists models at all.
     *
     * @param model the model that must be there; empty takes any
     * @return the server's software as it names itself
     */
    Optional<String> check(Transport transport, Optional<String> model, WireLimits limits) throws InterruptedException {
        WireLimits patience = new WireLimits(limits.connect(), limits.firstByte(), limits.idle(),
                limits.total().compareTo(LONGEST_CHECK) < 0 ? limits.total() : LONGEST_CHECK, limits.maxBodyBytes());
        URI models = address.resolve("/models");
        try {
            return transport.<Optional<String>, ConfigurationException>exchange(
                    WireRequest.get(models, headers("application/json")), patience, response -> {
                        requireWelcome(response);
                        if (response.status() == 200) {
                            byte[] list = response.readAll();
                            model.ifPresent(name -> requireModel(name, list));
                        }
                        return response.header("server").map(name -> Excerpt.of(redact(name), 100));
                    });
        } catch (WireException broken) {
            throw HttpFailures.unreachable(address, broken);
        }
    }

    private void requireWelcome(WireResponse response) {
        boolean redirects = response.status() / 100 == 3;
        if (redirects || CLOSED_DOORS.contains(response.status())) {
            throw new ConfigurationException(redact(refusal(response)));
        }
        boolean webPage = response.header("content-type").orElse("").toLowerCase(Locale.ROOT).contains("html");
        if (response.status() == 200 && webPage) {
            throw new ConfigurationException(address + " answers with a web page, not as an OpenAI-compatible server; "
                    + "check the port and the path (most servers want /v1)");
        }
    }

    private void requireModel(String model, byte[] body) {
        JsonNode list;
        try {
            list = Json.parse(body);
        } catch (JsonSyntaxException noList) {
            return;
        }
        List<String> names = new ArrayList<>();
        list.path("data").forEach(entry -> {
            if (entry.path("id").isTextual()) {
                names.add(entry.path("id").textValue());
            }
        });
        // Ollama lists the full name of a model that it takes without the tag.
        if (names.isEmpty() || names.contains(model) || names.contains(model + ":latest")) {
            return;
        }
        if (names.size() == 1) {
            // llama.cpp and others that serve one model answer to any name.
            LOGGER.warn("The server at {} lists only '{}', not the model '{}'; it is asked for '{}' all the same",
                    address, shown(names.getFirst()), model, model);
            return;
        }
        List<String> nearest = NearestNames.sorted(model, names);
        String more = names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "";
        String some = nearest.stream().limit(MOST_NAMES).map(this::shown).collect(Collectors.joining(", "));
        throw new ConfigurationException("The server at " + address + " has no model '" + model + "'; it has " + some
                + more + ". Name one of them as the model, or set check_model=false if it takes other names too");
    }

    private String shown(String name) {
        return Excerpt.of(redact(name), MOST_NAME_CHARACTERS);
    }
}
