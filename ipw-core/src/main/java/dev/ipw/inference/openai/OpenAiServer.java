package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.http.ApiKey;
import dev.ipw.inference.http.Excerpt;
import dev.ipw.inference.http.HttpFailures;
import dev.ipw.inference.http.ServerAddress;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.names.NearestNames;
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

/** Know one server: where it is, how to be let in, which models it lists. */
record OpenAiServer(ServerAddress address, Optional<ApiKey> apiKey) {
    private static final Duration LONGEST_CHECK = Duration.ofSeconds(30);
    private static final int MOST_NAMES = 20;

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
            case 404 -> " (check the base URL and the model)";
            case 429 -> " (the server asks for fewer requests)";
            default -> response.header("location").map(to -> " (it redirects to " + Excerpt.of(to, 200)
                    + "; give that address)").orElse("");
        };
        return "HTTP " + response.status() + " from " + address + advice;
    }

    private String keyAdvice() {
        return apiKey.isPresent()
                ? "it does not accept the key given as api_key or OPENAI_API_KEY"
                : "it wants a key: give api_key or set OPENAI_API_KEY";
    }

    String redact(String text) {
        return apiKey.map(key -> key.redact(text)).orElse(text);
    }

    /**
     * Make sure that the server answers, lets us in, and has the model if it lists models at all.
     *
     * @return the server's software as it names itself
     */
    Optional<String> check(Transport transport, String model, WireLimits limits) throws InterruptedException {
        WireLimits patience = new WireLimits(limits.connect(), limits.firstByte(), limits.idle(),
                limits.total().compareTo(LONGEST_CHECK) < 0 ? limits.total() : LONGEST_CHECK, limits.maxBodyBytes());
        URI models = address.resolve("/models");
        try {
            return transport.<Optional<String>, ConfigurationException>exchange(
                    WireRequest.get(models, headers("application/json")), patience, response -> {
                        requireWelcome(response);
                        if (response.status() == 200) {
                            requireModel(model, response.readAll());
                        }
                        return response.header("server").map(name -> Excerpt.of(redact(name), 100));
                    });
        } catch (WireException broken) {
            throw HttpFailures.unreachable(address, broken);
        }
    }

    private void requireWelcome(WireResponse response) {
        boolean redirects = response.status() / 100 == 3;
        if (redirects || response.status() == 401 || response.status() == 403) {
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
        if (!names.isEmpty() && !names.contains(model)) {
            List<String> nearest = NearestNames.sorted(model, names);
            String more = names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "";
            throw new ConfigurationException("The server at " + address + " has no model '" + model + "'; it has "
                    + redact(String.join(", ", nearest.subList(0, Math.min(MOST_NAMES, nearest.size())))) + more
                    + ". Name one of them as the model");
        }
    }
}
