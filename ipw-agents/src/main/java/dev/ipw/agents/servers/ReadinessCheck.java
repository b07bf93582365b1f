package dev.ipw.agents.servers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.servers.ServerApi.Answer;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The check of a server by its model's name and a request for one token. */
final class ReadinessCheck {
    private static final Duration LOOK = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;
    private static final int BAD_REQUEST = 400;
    private static final int MAX_NAMED = 100;
    private static final int MAX_REASON_CHARACTERS = 200;
    private static final String LATEST = ":latest";

    private final ServerSpec spec;
    private final ServerApi api;
    private final boolean loads;

    /**
     * Creates the check of a server.
     *
     * @param spec  the expected model and settings
     * @param api   sends requests to it
     * @param loads whether a request may make Ollama load the model
     */
    ReadinessCheck(ServerSpec spec, ServerApi api, boolean loads) {
        this.spec = spec;
        this.api = api;
        this.loads = loads;
    }

    /**
     * Checks once.
     *
     * @param longest the time limit of the request for a token
     */
    Readiness check(Duration longest) throws InterruptedException {
        Duration look = LOOK.compareTo(longest) < 0 ? LOOK : longest;
        try {
            return switch (spec.kind()) {
                case OLLAMA -> ollama(look, longest);
                case LLAMA_SERVER -> llama(look, longest);
                case VLLM, SGLANG -> listed(look, longest);
            };
        } catch (WireException failed) {
            return new Readiness.Loading(failed.fault() == WireFault.UNREACHABLE
                    ? "it does not listen yet"
                    : Excerpt.of(String.valueOf(failed.getMessage()), MAX_REASON_CHARACTERS));
        }
    }

    private Readiness listed(Duration look, Duration longest) throws WireException, InterruptedException {
        Answer models = api.get("/v1/models", look);
        if (!models.isFine()) {
            return notFine(models);
        }
        List<String> ids = names(models.body().orElseThrow().path("data"), "id");
        return ids.contains(spec.servedModel()) ? token(longest) : new Readiness.OtherModel(ids);
    }

    /** Checks the loaded file: the name in the server's list of models is arbitrary. */
    private Readiness llama(Duration look, Duration longest) throws WireException, InterruptedException {
        Answer properties = api.get("/props", look);
        if (!properties.isFine()) {
            return notFine(properties);
        }
        String path = properties.body().orElseThrow().path("model_path").asText("");
        return isLoaded(path) ? token(longest) : new Readiness.OtherModel(List.of(path));
    }

    private boolean isLoaded(String path) {
        if (path.isEmpty()) {
            return false;
        }
        Optional<String> file = spec.file().map(Path::getFileName).map(String::valueOf);
        if (file.isPresent()) {
            return String.valueOf(Path.of(path).getFileName()).equals(file.get());
        }
        // A downloaded file has the repository's name in its own name or a folder's, written in one of several ways.
        return letters(path).contains(letters(spec.model().split(":", 2)[0]));
    }

    private static String letters(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /** Requests a token. Base models reject a chat, so they are asked to continue a text. */
    private Readiness token(Duration longest) throws WireException, InterruptedException {
        ObjectNode chat = Json.object().put("model", spec.servedModel()).put("max_tokens", 1);
        chat.putArray("messages").addObject().put("role", "user").put("content", "1");
        Answer answer = api.post("/v1/chat/completions", chat, longest);
        if (answer.status() == BAD_REQUEST || answer.status() == NOT_FOUND) {
            answer = api.post("/v1/completions",
                    Json.object().put("model", spec.servedModel()).put("max_tokens", 1).put("prompt", "1"), longest);
        }
        if (!answer.isFine()) {
            return notFine(answer);
        }
        return answer.body().orElseThrow().path("choices").isEmpty()
                ? new Readiness.Loading("it answered without a token: " + answer.text())
                : new Readiness.Ready();
    }

    private Readiness ollama(Duration look, Duration longest) throws WireException, InterruptedException {
        Answer known = api.post("/api/show", Json.object().put("model", spec.model()), look);
        if (known.status() == NOT_FOUND) {
            return loads ? pull(longest) : new Readiness.Loading("the model is not pulled yet");
        }
        if (!known.isFine()) {
            return notFine(known);
        }
        if (!loads && !isInMemory(look)) {
            return new Readiness.Loading("the model is not in memory; a request loads it");
        }
        ObjectNode request = Json.object().put("model", spec.model()).put("prompt", "1").put("stream", false)
                .put("keep_alive", -1);
        request.putObject("options").put("num_predict", 1);
        Answer answer = api.post("/api/generate", request, longest);
        if (!answer.isFine() || !answer.body().orElseThrow().path("done").asBoolean()) {
            return notFine(answer);
        }
        return isInMemory(look) ? new Readiness.Ready() : new Readiness.OtherModel(inMemory(look));
    }

    private Readiness pull(Duration longest) throws WireException, InterruptedException {
        Answer pulled = api.post("/api/pull", Json.object().put("model", spec.model()).put("stream", false), longest);
        return pulled.isFine()
                ? new Readiness.Loading("the model is pulled")
                : new Readiness.Refused("it cannot pull the model: " + pulled.words());
    }

    private boolean isInMemory(Duration look) throws WireException, InterruptedException {
        return inMemory(look).stream().anyMatch(name -> tagged(name).equals(tagged(spec.model())));
    }

    private List<String> inMemory(Duration look) throws WireException, InterruptedException {
        Answer loaded = api.get("/api/ps", look);
        return loaded.isFine() ? names(loaded.body().orElseThrow().path("models"), "name") : List.of();
    }

    private static String tagged(String name) {
        return (name.contains(":") ? name : name + LATEST).toLowerCase(Locale.ROOT);
    }

    private static List<String> names(JsonNode list, String field) {
        List<String> names = new ArrayList<>();
        for (JsonNode one : list) {
            if (names.size() < MAX_NAMED) {
                names.add(one.path(field).asText(""));
            }
        }
        return names;
    }

    private static Readiness notFine(Answer answer) {
        return switch (answer.status()) {
            case 401, 403 -> new Readiness.Refused("it asks for another key: " + answer.words());
            case 503 -> new Readiness.Loading("it loads the model");
            default -> new Readiness.Loading("it answers with " + answer.words());
        };
    }
}
