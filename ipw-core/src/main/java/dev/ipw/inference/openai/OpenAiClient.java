package dev.ipw.inference.openai;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ServingHost;
import dev.ipw.inference.http.ApiKey;
import dev.ipw.inference.http.HttpFailures;
import dev.ipw.inference.http.ServerAddress;
import dev.ipw.internal.wire.SocketTransport;
import dev.ipw.internal.wire.Transport;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Ask a server that speaks OpenAI's chat completions.
 *
 * <pre>{@code
 * try (var client = OpenAiClient.builder("http://localhost:8000/v1").model("llama3.2:1b").build()) {
 *     client.check();
 *     var recorder = new TimelineRecorder(System.nanoTime());
 *     var response = client.infer(InferenceRequest.ofPrompt("2+2=", GenerationOptions.defaults()), recorder);
 * }
 * }</pre>
 *
 * <p>
 * Answers are streamed unless {@link Builder#stream(boolean)} says otherwise; then the one chunk of an answer comes when
 * the whole of it has come, and the first-byte limit is the total one, because a server sends the head last. How to
 * generate is taken from the request; what this client was told itself wins over it, and a body field wins over an
 * option. The sink is called by another thread than the caller's while {@link #infer} waits.
 */
public final class OpenAiClient implements InferenceClient {
    /** The path of a base URL that has none. */
    static final String DEFAULT_PATH = "/v1";

    private final String id;
    private final String model;
    private final OpenAiServer server;
    private final boolean stream;
    private final boolean checkModel;
    private final GenerationOptions overrides;
    private final WireLimits limits;
    private final Transport transport = new SocketTransport();
    private final Optional<ServingHost> statedHost;
    private volatile @Nullable ServingHost foundHost;
    private volatile Optional<String> serverSoftware = Optional.empty();

    private OpenAiClient(Builder builder, String model) {
        this.model = model;
        id = builder.id;
        server = new OpenAiServer(builder.address, builder.apiKey);
        stream = builder.stream;
        checkModel = builder.checkModel;
        overrides = new GenerationOptions(builder.temperature, builder.topP, builder.maxTokens, builder.seed,
                builder.stop, builder.body);
        // A whole answer's head comes when the answer is done.
        Duration firstByte = stream ? builder.firstByteTimeout : builder.totalTimeout;
        limits = new WireLimits(builder.connectTimeout, firstByte, builder.idleTimeout, builder.totalTimeout,
                WireLimits.DEFAULT.maxBodyBytes());
        statedHost = builder.servingHost;
    }

    /**
     * Start describing a client.
     *
     * @param baseUrl where the server is, for example {@code http://localhost:8000/v1}; without a path, {@code /v1} is
     *                added
     * @return a builder with the defaults
     * @throws ConfigurationException if it is not an http or https address
     */
    public static Builder builder(String baseUrl) {
        return new Builder(ServerAddress.parse(baseUrl, DEFAULT_PATH));
    }

    @Override
    public ClientInfo describe() {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("stream", String.valueOf(stream));
        serverSoftware.ifPresent(name -> details.put("server", name));
        return new ClientInfo(id, model, Optional.of(server.address().base()), servingHost(), details);
    }

    private ServingHost servingHost() {
        ServingHost host = statedHost.orElse(foundHost);
        if (host == null) {
            host = server.address().servingHost();
            foundHost = host;
        }
        return host;
    }

    @Override
    public void check() throws InterruptedException {
        serverSoftware = server.check(transport, checkModel ? Optional.of(model) : Optional.empty(), limits);
    }

    @Override
    public InferenceResponse infer(InferenceRequest request, ResponseSink sink)
            throws InferenceException, InterruptedException {
        byte[] body = ChatBody.of(model, stream, request, overrides);
        try {
            return transport.exchange(server.chat(body), limits, new ChatExchange(server, stream, sink));
        } catch (WireException broken) {
            throw HttpFailures.failed(broken);
        }
    }

    /** Name the model and the server. */
    @Override
    public String toString() {
        return id + "[" + model + " at " + server.address() + "]";
    }

    /** Describe a client. */
    public static final class Builder {
        private final ServerAddress address;
        private String id = "openai";
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

        private Builder(ServerAddress address) {
            this.address = address;
        }

        /** Carry the id of the provider that makes it. */
        Builder id(String value) {
            id = value;
            return this;
        }

        /**
         * Choose the model. There is no default.
         *
         * @param name as the server lists it
         * @return this builder for method chaining
         */
        public Builder model(String name) {
            model = Optional.of(name.strip()).filter(text -> !text.isEmpty());
            return this;
        }

        /**
         * Be let in. The key is sent to the server and shown nowhere.
         *
         * @param key the key; none by default
         * @return this builder for method chaining
         */
        public Builder apiKey(String key) {
            apiKey = Optional.of(ApiKey.of(key));
            return this;
        }

        /**
         * Choose whether answers come token by token. They do by default.
         *
         * @param streamed false to ask for whole answers
         * @return this builder for method chaining
         */
        public Builder stream(boolean streamed) {
            stream = streamed;
            return this;
        }

        /**
         * Choose whether {@link OpenAiClient#check} looks for the model in the server's list. It does by default.
         *
         * @param checked false for a server that takes names which it does not list
         * @return this builder for method chaining
         */
        public Builder checkModel(boolean checked) {
            checkModel = checked;
            return this;
        }

        /**
         * Choose the randomness, whatever a request says.
         *
         * @param value at least 0
         * @return this builder for method chaining
         */
        public Builder temperature(double value) {
            require(value >= 0, "temperature", "at least 0", value);
            temperature = OptionalDouble.of(value);
            return this;
        }

        /**
         * Choose the nucleus of the sampling, whatever a request says.
         *
         * @param value above 0, at most 1
         * @return this builder for method chaining
         */
        public Builder topP(double value) {
            require(value > 0 && value <= 1, "top_p", "above 0 and at most 1", value);
            topP = OptionalDouble.of(value);
            return this;
        }

        /**
         * Choose the most output tokens, whatever a request says.
         *
         * @param value at least 1
         * @return this builder for method chaining
         */
        public Builder maxTokens(int value) {
            require(value >= 1, "max_tokens", "at least 1", value);
            maxTokens = OptionalInt.of(value);
            return this;
        }

        /**
         * Choose the seed, whatever a request says.
         *
         * @param value any number
         * @return this builder for method chaining
         */
        public Builder seed(long value) {
            seed = OptionalLong.of(value);
            return this;
        }

        /**
         * Choose where generation ends, whatever a request says.
         *
         * @param texts the texts
         * @return this builder for method chaining
         */
        public Builder stop(List<String> texts) {
            stop = List.copyOf(texts);
            return this;
        }

        /**
         * Send a further field in each request's body, for example {@code cache_prompt} as {@code false} to llama.cpp.
         *
         * @param name any but {@code model}, {@code messages} and {@code stream}
         * @param json its value as JSON; {@code null} leaves out a field that would be sent otherwise
         * @return this builder for method chaining
         */
        public Builder bodyField(String name, String json) {
            try {
                ChatBody.field(name, json);
            } catch (IllegalArgumentException wrong) {
                throw new ConfigurationException(String.valueOf(wrong.getMessage()), wrong);
            }
            body.put(name, json);
            return this;
        }

        /**
         * Bound the time until the connection stands. 10 seconds by default.
         *
         * @param limit longer than zero
         * @return this builder for method chaining
         */
        public Builder connectTimeout(Duration limit) {
            connectTimeout = positive("connect_timeout", limit);
            return this;
        }

        /**
         * Bound the time from the send to the head of a streamed response. 5 minutes by default.
         *
         * @param limit longer than zero
         * @return this builder for method chaining
         */
        public Builder firstByteTimeout(Duration limit) {
            firstByteTimeout = positive("first_byte_timeout", limit);
            return this;
        }

        /**
         * Bound the time for which a response may stand still. 2 minutes by default.
         *
         * @param limit longer than zero
         * @return this builder for method chaining
         */
        public Builder idleTimeout(Duration limit) {
            idleTimeout = positive("idle_timeout", limit);
            return this;
        }

        /**
         * Bound the time of a whole request. 30 minutes by default.
         *
         * @param limit longer than zero
         * @return this builder for method chaining
         */
        public Builder totalTimeout(Duration limit) {
            totalTimeout = positive("total_timeout", limit);
            return this;
        }

        /**
         * Say where the model runs, if the address does not show it: a tunnel on a local port leads to another machine.
         *
         * @param host where the model runs; found from the address by default
         * @return this builder for method chaining
         */
        public Builder servingHost(ServingHost host) {
            servingHost = Optional.of(host);
            return this;
        }

        /**
         * Make the client. Nothing is sent yet.
         *
         * @return the client
         * @throws ConfigurationException if no model was chosen
         */
        public OpenAiClient build() {
            return new OpenAiClient(this, model.orElseThrow(() -> new ConfigurationException("Client " + id
                    + " needs a model: call model(\"NAME\") on the builder or give --model NAME; the server "
                    + "lists its models at " + address.resolve("/models"))));
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
}
