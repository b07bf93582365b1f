package dev.ipw.agents.servers;

import dev.ipw.error.ConfigurationException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The model servers that can be started. */
public enum ServerKind {
    /** Ollama, which loads models on demand. */
    OLLAMA("ollama", "Ollama", 11_434, "ollama", "ollama", "ollama/ollama:latest",
            "Install Ollama"),
    /** vLLM. */
    VLLM("vllm", "vLLM", 8000, "vllm", "vllm", "vllm/vllm-openai:latest",
            "Install it with 'pip install vllm'"),
    /** SGLang, a module of Python. */
    SGLANG("sglang", "SGLang", 30_000, "sglang", "python3", "lmsysorg/sglang:latest",
            "Install Python and 'pip install sglang'"),
    /** The server of llama.cpp. */
    LLAMA_SERVER("llama-server", "llama-server", 8080, "llamacpp", "llama-server", "",
            "Install llama.cpp");

    private final String id;
    private final String title;
    private final int port;
    private final String client;
    private final String program;
    private final String image;
    private final String advice;

    ServerKind(String id, String title, int port, String client, String program, String image, String advice) {
        this.id = id;
        this.title = title;
        this.port = port;
        this.client = client;
        this.program = program;
        this.image = image;
        this.advice = advice;
    }

    /**
     * Finds a kind by its typed id.
     *
     * @param text an id, in any case
     * @return the kind; empty if it is unknown
     */
    public static Optional<ServerKind> find(String text) {
        return Arrays.stream(values()).filter(kind -> kind.id.equalsIgnoreCase(text.strip())).findFirst();
    }

    /**
     * Parses a kind.
     *
     * @param text an id, in any case
     * @return the kind
     * @throws ConfigurationException if it is unknown
     */
    public static ServerKind of(String text) {
        return find(text).orElseThrow(() -> new ConfigurationException("There is no server '" + text + "'. Take one of "
                + Arrays.stream(values()).map(ServerKind::id).collect(Collectors.joining(", "))));
    }

    /**
     * Returns the name that a person types.
     *
     * @return for example {@code llama-server}
     */
    public String id() {
        return id;
    }

    /**
     * Returns the name as its developers write it.
     *
     * @return for example {@code vLLM}
     */
    public String title() {
        return title;
    }

    /**
     * Returns the default port.
     *
     * @return a port
     */
    public int defaultPort() {
        return port;
    }

    /**
     * Returns the client of this project that supports it.
     *
     * @return a client's id
     */
    public String clientId() {
        return client;
    }

    /**
     * Returns the address that a client of it needs.
     *
     * @param onPort its port
     * @return an address of this machine
     */
    public String baseUrl(int onPort) {
        String root = "http://" + ServerPorts.HOST + ":" + onPort;
        return this == OLLAMA ? root : root + "/v1";
    }

    /** Returns the program that is searched. */
    String program() {
        return program;
    }

    /** Returns the container image that its developers publish; empty if its name depends on its source. */
    Optional<String> image() {
        return Optional.of(image).filter(name -> !name.isEmpty());
    }

    /** Returns the instruction for installing it. */
    String advice() {
        return advice;
    }
}
