package dev.ipw.inference.http;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.internal.wire.HeaderRules;
import dev.ipw.internal.wire.ProxyAddress;
import dev.ipw.internal.wire.ProxyVariables;
import dev.ipw.internal.wire.WireLimits;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import org.apiguardian.api.API;

/**
 * A builder of a client of a served model, with the settings of every API.
 *
 * @param <B> the builder itself, for method chaining
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class HttpClientBuilder<B extends HttpClientBuilder<B>> {
    /** Headers that describe the client's own format, which a user must not change. */
    private static final Set<String> OWN_HEADERS = Set.of("accept", "accept-encoding", "content-type");
    private static final int MAX_OFFERED = 5;

    private final String id;
    private final ServerAddress address;
    private Optional<String> model = Optional.empty();
    private Optional<ApiKey> apiKey = Optional.empty();
    private boolean stream = true;
    private boolean checkModel = true;
    private OptionalDouble temperature = OptionalDouble.empty();
    private OptionalDouble topP = OptionalDouble.empty();
    private OptionalInt maxTokens = OptionalInt.empty();
    private OptionalLong seed = OptionalLong.empty();
    private List<String> stop = List.of();
    private final Map<String, String> body = new LinkedHashMap<>();
    private Duration connectTimeout = WireLimits.DEFAULT.connect();
    private Duration firstByteTimeout = WireLimits.DEFAULT.firstByte();
    private Duration idleTimeout = WireLimits.DEFAULT.idle();
    private Duration totalTimeout = WireLimits.DEFAULT.total();
    private Optional<ServingHost> servingHost = Optional.empty();
    private int retries;
    private long retrySeed;
    private Optional<TokenCounter> tokenizer = Optional.empty();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Optional<String> apiKeyHeader = Optional.empty();
    private Optional<SSLContext> tls = Optional.empty();
    private Optional<StoreFile> trustStore = Optional.empty();
    private Optional<StoreFile> keyStore = Optional.empty();
    private Optional<ProxySelector> proxies = Optional.empty();

    /**
     * Starts with the defaults.
     *
     * @param id      the client's id
     * @param address where the server is
     */
    protected HttpClientBuilder(String id, ServerAddress address) {
        this.id = id;
        this.address = address;
    }

    /**
     * Returns this builder under its own type.
     *
     * @return this builder
     */
    protected abstract B self();

    /**
     * Builds the client. Nothing is sent yet.
     *
     * @return the client
     * @throws ConfigurationException if no model was chosen
     */
    public abstract InferenceClient build();

    /**
     * Sends a further field in each request's body.
     *
     * @param name any but those that the client sets itself
     * @param json its value as JSON; {@code null} omits a field that would otherwise be sent
     * @return this builder for method chaining
     * @throws ConfigurationException if the field cannot be sent
     */
    public abstract B bodyField(String name, String json);

    /**
     * Sets the model. There is no default.
     *
     * @param name the server's name of it
     * @return this builder for method chaining
     */
    public final B model(String name) {
        model = Optional.of(name.strip()).filter(text -> !text.isEmpty());
        return self();
    }

    /**
     * Sets the API key. It is sent to the server and never shown.
     *
     * @param key the key; none by default
     * @return this builder for method chaining
     */
    public final B apiKey(String key) {
        apiKey = Optional.of(ApiKey.of(key));
        return self();
    }

    /**
     * Sets the header of the API key. By default it is that of the API, {@code Authorization} for most.
     *
     * @param name for example {@code api-key}, as for Azure; {@code Authorization} has the key as a bearer token, any
     *             other unchanged
     * @return this builder for method chaining
     * @throws ConfigurationException if no header can have the name
     */
    public final B apiKeyHeader(String name) {
        apiKeyHeader = Optional.of(sendable(name, ""));
        return self();
    }

    /**
     * Sends a further header with each request, for example for a gateway. Its value is never shown.
     *
     * @param name  for example {@code X-Tenant}; it replaces a header that the client sends itself
     * @param value the value
     * @return this builder for method chaining
     * @throws ConfigurationException if it cannot be sent; the message does not repeat the value
     */
    public final B header(String name, String value) {
        headers.put(sendable(name, value), value.strip());
        SecretRedactor.learnHeader(name.strip(), value);
        return self();
    }

    /**
     * Trusts the certificates of a file, in place of those that the JVM trusts.
     *
     * @param file     a PEM, PKCS12 or JKS file
     * @param password the password of a PKCS12 or JKS file; PEM has none
     * @return this builder for method chaining
     */
    public final B trustStore(Path file, Optional<String> password) {
        trustStore = Optional.of(new StoreFile("trust_store", file, password));
        return self();
    }

    /**
     * Sends the client's certificate to servers that request it.
     *
     * @param file     a PKCS12 or JKS file, or a PEM file with the certificate, those that signed it, and its private
     *                 key
     * @param password the password of a PKCS12 or JKS file; PEM has none
     * @return this builder for method chaining
     */
    public final B keyStore(Path file, Optional<String> password) {
        keyStore = Optional.of(new StoreFile("key_store", file, password));
        return self();
    }

    /**
     * Encrypts connections with a given context. It takes precedence over {@link #trustStore} and {@link #keyStore}.
     *
     * @param context the trust and the keys
     * @return this builder for method chaining
     */
    public final B tls(SSLContext context) {
        tls = Optional.of(context);
        return self();
    }

    /**
     * Sends requests through a proxy. By default the Java properties of the JVM select it.
     *
     * @param address for example {@code http://proxy:3128}, with a login {@code http://user:password@proxy:3128}, or
     *                {@code socks5://proxy:1080}; {@code none} bypasses all proxies
     * @return this builder for method chaining
     * @throws ConfigurationException if it is not a valid address; the message shows no login
     */
    public final B proxy(String address) {
        proxies = Optional.of(address.strip().equals("none")
                ? ProxySelector.of(null)
                : ProxyAddress.selector("proxy", address));
        return self();
    }

    /**
     * Sends requests through the proxies that {@code HTTP_PROXY}, {@code HTTPS_PROXY} and {@code ALL_PROXY} name, in
     * capitals or not, except to the servers of this machine and of {@code NO_PROXY}. A client that is created by its
     * id does so.
     *
     * @param variables environment variables, such as {@link System#getenv()}; without one of them nothing changes
     * @return this builder for method chaining
     */
    public final B proxyVariables(Map<String, String> variables) {
        proxies = ProxyVariables.of(variables).or(() -> proxies);
        return self();
    }

    /**
     * Sets whether answers are streamed. They are by default.
     *
     * @param streamed false to ask for whole answers
     * @return this builder for method chaining
     */
    public final B stream(boolean streamed) {
        stream = streamed;
        return self();
    }

    /**
     * Sets whether {@link InferenceClient#check} looks for the model in the server's list. It does by default.
     *
     * @param checked false for a server that accepts names which it does not list
     * @return this builder for method chaining
     */
    public final B checkModel(boolean checked) {
        checkModel = checked;
        return self();
    }

    /**
     * Sets the temperature, overriding that of a request.
     *
     * @param value at least 0
     * @return this builder for method chaining
     */
    public final B temperature(double value) {
        require(value >= 0, "temperature", "at least 0", value);
        temperature = OptionalDouble.of(value);
        return self();
    }

    /**
     * Sets the nucleus of the sampling, overriding that of a request.
     *
     * @param value above 0, at most 1
     * @return this builder for method chaining
     */
    public final B topP(double value) {
        require(value > 0 && value <= 1, "top_p", "above 0 and at most 1", value);
        topP = OptionalDouble.of(value);
        return self();
    }

    /**
     * Sets the maximum of output tokens, overriding that of a request.
     *
     * @param value at least 1
     * @return this builder for method chaining
     */
    public final B maxTokens(int value) {
        require(value >= 1, "max_tokens", "at least 1", value);
        maxTokens = OptionalInt.of(value);
        return self();
    }

    /**
     * Sets the seed, overriding that of a request.
     *
     * @param value any number
     * @return this builder for method chaining
     * @throws ConfigurationException if the API has none
     */
    public B seed(long value) {
        seed = OptionalLong.of(value);
        return self();
    }

    /**
     * Sets the stop texts, overriding those of a request.
     *
     * @param texts the texts
     * @return this builder for method chaining
     * @throws ConfigurationException if the API has none
     */
    public B stop(List<String> texts) {
        stop = List.copyOf(texts);
        return self();
    }

    /**
     * Limits the time until the connection is established. 10 seconds by default.
     *
     * @param limit longer than zero
     * @return this builder for method chaining
     */
    public final B connectTimeout(Duration limit) {
        connectTimeout = positive("connect_timeout", limit);
        return self();
    }

    /**
     * Limits the time from the send to the head of a streamed response. 5 minutes by default.
     *
     * @param limit longer than zero
     * @return this builder for method chaining
     */
    public final B firstByteTimeout(Duration limit) {
        firstByteTimeout = positive("first_byte_timeout", limit);
        return self();
    }

    /**
     * Limits the time in which a response makes no progress. 2 minutes by default.
     *
     * @param limit longer than zero
     * @return this builder for method chaining
     */
    public final B idleTimeout(Duration limit) {
        idleTimeout = positive("idle_timeout", limit);
        return self();
    }

    /**
     * Limits the time of a whole request. 30 minutes by default.
     *
     * @param limit longer than zero
     * @return this builder for method chaining
     */
    public final B totalTimeout(Duration limit) {
        totalTimeout = positive("total_timeout", limit);
        return self();
    }

    /**
     * Sets the machine of the model, if the address does not show it: a tunnel on a local port leads to another
     * machine.
     *
     * @param host the machine; derived from the address by default
     * @return this builder for method chaining
     */
    public final B servingHost(ServingHost host) {
        servingHost = Optional.of(host);
        return self();
    }

    /**
     * Retries a request if the server was too busy (status 429, 502, 503, 504 or 529), or if its connection broke
     * before a response began. Off by default: each failed try is part of the request's time, and the number of tries
     * is recorded with its times.
     *
     * @param most the maximum number, 0 for none, at most 100
     * @param seed the seed of the random part of the waits
     * @return this builder for method chaining
     */
    public final B retries(int most, long seed) {
        require(most >= 0 && most <= 100, "retries", "0 to 100", most);
        retries = most;
        retrySeed = seed;
        return self();
    }

    /**
     * Counts tokens if the server does not. By default missing counts stay absent.
     *
     * @param counter counts as the model would, or nearly
     * @return this builder for method chaining
     */
    public final B tokenizer(TokenCounter counter) {
        tokenizer = Optional.of(counter);
        return self();
    }

    /**
     * Keeps a valid field of the body.
     *
     * @param name the field
     * @param json its value as JSON
     * @return this builder for method chaining
     */
    protected final B keepBodyField(String name, String json) {
        body.put(name, json);
        return self();
    }

    /**
     * Collects the settings.
     *
     * @param modelList the path of the server's list of models
     * @param offered   asks the server for the names of its models, if none was set; empty if it cannot be asked
     * @return the settings
     * @throws ConfigurationException if no model was set, or a file of certificates cannot be used
     */
    protected final HttpSettings settings(String modelList, Function<HttpSettings, List<String>> offered) {
        if (model.isEmpty()) {
            List<String> names = offered.apply(settingsOf(""));
            String first = names.stream().limit(MAX_OFFERED).collect(Collectors.joining(", "));
            int more = names.size() - MAX_OFFERED;
            throw new ConfigurationException("Client " + id + " needs a model: give one by " + Setting.MODEL
                    + "; the server lists its models at " + address.resolve(modelList)
                    + (first.isEmpty() ? "" : ": " + first) + (more > 0 ? " and " + more + " more" : ""));
        }
        return settingsOf(model.get());
    }

    private HttpSettings settingsOf(String chosen) {
        return new HttpSettings(id, address, chosen, apiKey, stream, checkModel,
                new GenerationOptions(temperature, topP, maxTokens, seed, stop, body), connectTimeout,
                firstByteTimeout, idleTimeout, totalTimeout, servingHost, retries, retrySeed, tokenizer,
                new ConnectionSettings(headers, apiKeyHeader,
                        tls.or(() -> new TlsStores(trustStore, keyStore).context()), proxies));
    }

    private static String sendable(String typed, String value) {
        String name = typed.strip();
        if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new ConfigurationException("The header " + name + " is the client's own; leave it out");
        }
        try {
            HeaderRules.requireHarmless(Map.of(name, value.strip()));
        } catch (IllegalArgumentException unsendable) {
            throw new ConfigurationException(String.valueOf(unsendable.getMessage()), unsendable);
        }
        return name;
    }

    private static Duration positive(String name, Duration limit) {
        Objects.requireNonNull(limit, name);
        require(!limit.isNegative() && !limit.isZero(), name, "longer than zero", limit);
        return limit;
    }

    private static void require(boolean holds, String name, String expected, Object value) {
        if (!holds) {
            throw new ConfigurationException(name + " must be " + expected + ", not " + value);
        }
    }
}
