package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.http.HttpSettings;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.wire.ProxyAddress;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import dev.ipw.internal.wire.WireRequest;
import dev.ipw.internal.wire.WireResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One server's address, credentials and list of models.
 *
 * @param address        its address
 * @param apiKey         the secret that is among the headers
 * @param headers        header fields of every request
 * @param keyVariable    the environment variable that may hold the key
 * @param notFoundAdvice advice if the server does not know the path
 * @param secrets        the secrets that are removed from the server's words: the key, and values of headers
 */
public record ModelServer(ServerAddress address, Optional<ApiKey> apiKey, Map<String, String> headers,
        String keyVariable, String notFoundAdvice, List<KnownSecret> secrets) {
    /** The header in which most APIs take the key, as a bearer token. */
    public static final String AUTHORIZATION = "Authorization";

    private static final Duration LONGEST_CHECK = Duration.ofSeconds(30);
    private static final Duration LONGEST_LISTING = Duration.ofSeconds(3);
    private static final int MAX_NAMES = 20;
    private static final int MAX_COMPARED = 2000;
    private static final int MAX_NAME_CHARACTERS = 200;
    private static final int MAX_WAIT_CHARACTERS = 60;
    private static final int MAX_SOFTWARE_CHARACTERS = 100;
    private static final Set<Integer> CLOSED_DOORS = Set.of(401, 403, 407);

    /** Copies the headers and the secrets. */
    public ModelServer {
        headers = Map.copyOf(headers);
        secrets = List.copyOf(secrets);
    }

    /**
     * Creates a server whose only secret is its key.
     *
     * @param address        its address
     * @param apiKey         the secret that is among the headers
     * @param headers        header fields of every request
     * @param keyVariable    the environment variable that may hold the key
     * @param notFoundAdvice advice if the server does not know the path
     */
    public ModelServer(ServerAddress address, Optional<ApiKey> apiKey, Map<String, String> headers, String keyVariable,
            String notFoundAdvice) {
        this(address, apiKey, headers, keyVariable, notFoundAdvice, secrets(apiKey));
    }

    /**
     * Creates the server of a client: with the API's headers, the key in its header, and the user's headers, which take
     * precedence.
     *
     * @param settings       the client's settings
     * @param keyHeader      the header in which the API takes the key
     * @param headers        the API's own header fields
     * @param keyVariable    the environment variable that may hold the key
     * @param notFoundAdvice advice if the server does not know the path
     * @return the server
     */
    public static ModelServer of(HttpSettings settings, String keyHeader, Map<String, String> headers,
            String keyVariable, String notFoundAdvice) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(headers);
        String place = settings.connection().apiKeyHeader().orElse(keyHeader);
        settings.apiKey().ifPresent(
                key -> all.put(place, place.equalsIgnoreCase(AUTHORIZATION) ? key.bearer() : key.plain()));
        all.putAll(settings.connection().headers());
        List<KnownSecret> secrets = new ArrayList<>(secrets(settings.apiKey()));
        settings.connection().headers().values().forEach(value -> secrets.addAll(secrets(value)));
        return new ModelServer(settings.address(), settings.apiKey(), all, keyVariable, notFoundAdvice, secrets);
    }

    /** Returns the value of a header, and each word of one with several, such as a scheme and a token. */
    private static List<KnownSecret> secrets(String value) {
        List<String> words = List.of(value.split("\\s+"));
        return Stream.concat(Stream.of(value), words.size() > 1 ? words.stream() : Stream.empty()).map(KnownSecret::of)
                .toList();
    }

    private static List<KnownSecret> secrets(Optional<ApiKey> key) {
        return key.map(ApiKey::plain).map(KnownSecret::of).stream().toList();
    }

    /**
     * Returns a key as a bearer token, as most servers take it.
     *
     * @param key the secret, if there is one
     * @return the header fields
     */
    public static Map<String, String> bearer(Optional<ApiKey> key) {
        return key.map(secret -> Map.of(AUTHORIZATION, secret.bearer())).orElse(Map.of());
    }

    /** Hides key and headers. */
    @Override
    public String toString() {
        return address.toString();
    }

    /** Creates a POST request with a body. */
    WireRequest post(String path, String accept, byte[] body) {
        Map<String, String> all = headers(accept);
        all.put("Content-Type", "application/json");
        return WireRequest.post(address.resolve(path), all, body);
    }

    private Map<String, String> headers(String accept) {
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Accept", accept);
        all.put("Accept-Encoding", "identity");
        all.put("User-Agent", "ipw-java");
        all.putAll(headers);
        return all;
    }

    /** Returns the meaning of an error status here, with advice. */
    String refusal(WireResponse response) {
        String advice = switch (response.status()) {
            case 401, 403 -> " (" + keyAdvice() + ")";
            case 407 ->
                " (a proxy on the way wants a login; put user and password into its address, or go around it: "
                        + ProxyAddress.AROUND + ")";
            case 404 -> " (" + notFoundAdvice + ")";
            case 429 -> " (the server asks for fewer requests" + patience(response) + ")";
            case 529 -> " (the server is overloaded" + patience(response) + ")";
            default -> response.header("location").map(to -> " (it redirects to " + Redaction.typedAddress(to)
                    + "; give that address)").orElse("");
        };
        return "HTTP " + response.status() + " from " + address + advice;
    }

    private String keyAdvice() {
        return apiKey.isPresent()
                ? "it does not accept the key given as api_key or " + keyVariable
                        + "; api_key_header names the header of a gateway that wants it elsewhere, such as api-key"
                : "it wants a key; give api_key or set " + keyVariable;
    }

    private String patience(WireResponse response) {
        return response.header("retry-after").map(wait -> excerpt(wait, MAX_WAIT_CHARACTERS))
                .map(wait -> "; it says to wait " + (wait.matches("[0-9.]+") ? wait + " s" : "until " + wait))
                .orElse("") + "; retries=N waits and asks again, N times at most";
    }

    /** Removes secrets from the server's words, which may repeat ours or quote an address with others. */
    String redact(String text) {
        String clean = text;
        for (KnownSecret secret : secrets) {
            clean = secret.redact(clean, false);
        }
        return Redaction.text(clean);
    }

    /** Returns the start of the server's words on one line; secrets are removed before it is cut. */
    String excerpt(String text, int most) {
        return excerpt(text, false, most);
    }

    /** Returns the start of a text, which itself may be the start of a longer one. */
    String excerpt(String text, boolean goesOn, int most) {
        return Redaction.excerpt(text, goesOn, most, secrets);
    }

    /**
     * Checks that the server answers, accepts the key, and has the model if it lists models at all.
     *
     * @param model  the model that is to be there
     * @param strict whether the model must be listed
     * @return the server's report of itself
     */
    Checked check(Transport transport, ModelListing listing, String model, boolean strict, WireLimits limits)
            throws InterruptedException {
        try {
            return transport.<Checked, ConfigurationException>exchange(list(listing), within(limits, LONGEST_CHECK),
                    response -> {
                        requireWelcome(response, listing);
                        Optional<String> unlisted = response.status() == 200
                                ? findModel(model, response.readAll(), listing, strict)
                                : Optional.empty();
                        return new Checked(
                                response.header("server").map(name -> excerpt(name, MAX_SOFTWARE_CHARACTERS)),
                                unlisted);
                    });
        } catch (WireException broken) {
            throw HttpFailures.unasked(address, broken);
        }
    }

    /** Lists the names of the server's models; empty if it lists none, or does not answer soon. */
    List<String> offered(Transport transport, ModelListing listing, WireLimits limits) {
        try {
            return transport.<List<String>, JsonSyntaxException>exchange(list(listing), within(limits, LONGEST_LISTING),
                    response -> response.status() == 200
                            ? listing.names(Json.parseTolerant(response.readAll())).stream().map(this::shown).toList()
                            : List.of());
        } catch (WireException | JsonSyntaxException unlisted) {
            return List.of();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private WireRequest list(ModelListing listing) {
        return WireRequest.get(address.resolve(listing.path()), headers("application/json"));
    }

    private static WireLimits within(WireLimits limits, Duration longest) {
        return new WireLimits(limits.connect(), limits.firstByte(), limits.idle(),
                limits.total().compareTo(longest) < 0 ? limits.total() : longest, limits.maxBodyBytes());
    }

    private void requireWelcome(WireResponse response, ModelListing listing) {
        boolean redirects = response.status() / 100 == 3;
        if (redirects || CLOSED_DOORS.contains(response.status())) {
            throw new ConfigurationException(redact(refusal(response)));
        }
        boolean webPage = response.header("content-type").orElse("").toLowerCase(Locale.ROOT).contains("html");
        if (response.status() == 200 && webPage) {
            throw new ConfigurationException(address + " answers with a web page, not as " + listing.kind() + "; "
                    + listing.addressAdvice());
        }
    }

    /** Finds the model in a list; returns a warning if it is not there but may be requested nevertheless. */
    private Optional<String> findModel(String model, byte[] body, ModelListing listing, boolean strict) {
        JsonNode list;
        try {
            list = Json.parseTolerant(body);
        } catch (JsonSyntaxException notJson) {
            return Optional.of(notUnderstood(model, listing, String.valueOf(notJson.getMessage()), body));
        }
        if (!list.isObject() || (list.has(listing.listField()) && !listing.isList(list))) {
            return Optional.of(notUnderstood(model, listing, "JSON of another form", body));
        }
        List<String> names = listing.names(list);
        boolean mayHaveAny = listing.loneTakesAnyName() || !listing.isList(list);
        if (names.stream().anyMatch(name -> listing.means().test(model, name)) || (names.isEmpty() && mayHaveAny)) {
            return Optional.empty();
        }
        if (strict && !(names.size() == 1 && mayHaveAny)) {
            throw new ConfigurationException("The server at " + address + " has no model '" + model + "'; it has "
                    + nearest(model, names) + ". " + listing.remedy().replace("%s", model)
                    + ", or set check_model=false if it takes other names too");
        }
        return Optional.of("The server at " + address + " does not list the model '" + model + "' but "
                + nearest(model, names) + "; it was asked for '" + model
                + "' nevertheless, so the figures may be of another model.");
    }

    private String notUnderstood(String model, ModelListing listing, String what, byte[] body) {
        return "The server at " + address + " answers " + listing.path() + " with HTTP 200 and no list of models ("
                + what + ": " + excerpt(new String(body, StandardCharsets.UTF_8), MAX_NAME_CHARACTERS)
                + "); it was asked for '" + model + "' nevertheless, without knowing whether the server has it.";
    }

    private String nearest(String model, List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        String more = names.size() > MAX_NAMES ? " and " + (names.size() - MAX_NAMES) + " more" : "";
        List<String> compared = names.stream().limit(MAX_COMPARED).map(this::shown).toList();
        return NearestNames.sorted(model, compared).stream().limit(MAX_NAMES).collect(Collectors.joining(", ")) + more;
    }

    private String shown(String name) {
        return excerpt(name, MAX_NAME_CHARACTERS);
    }

    /**
     * A server's report of itself.
     *
     * @param software its name for itself
     * @param unlisted a sentence that it does not list the model
     */
    record Checked(Optional<String> software, Optional<String> unlisted) {}
}
