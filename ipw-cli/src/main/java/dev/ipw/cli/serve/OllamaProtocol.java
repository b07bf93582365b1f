package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** The reader of requests for Ollama's chat and generate, which stream by default. */
final class OllamaProtocol {
    private static final MessageReader MESSAGES = new MessageReader(Set.of("system", "user", "assistant"), Set.of());
    private static final int MAX_LIKELIEST = 20;
    /** The limit of tokens that means until the model ends or its context is full: there is no other limit here. */
    private static final int UNTIL_FULL = -2;

    private OllamaProtocol() {}

    /** Reads a request for chat. */
    static ServedRequest chat(Fields body) throws BadRequest {
        return read(body, MESSAGES.messages(body, "messages"), true);
    }

    /** Reads a request for generate. */
    static ServedRequest generate(Fields body) throws BadRequest {
        List<Message> conversation = new ArrayList<>();
        body.text("system").filter(system -> !system.isEmpty()).map(Message::system).ifPresent(conversation::add);
        conversation.add(Message.user(body.requiredText("prompt")));
        body.acceptOnly("raw", false);
        body.acceptOnly("template", "");
        body.acceptOnly("suffix", "");
        return read(body, conversation, false);
    }

    private static ServedRequest read(Fields body, List<Message> conversation, boolean chat) throws BadRequest {
        String model = body.requiredText("model");
        boolean stream = body.flag("stream", true);
        GenerationOptions options = options(body);
        boolean weighed = body.flag("logprobs", false);
        OptionalInt likeliest = body.count("top_logprobs", 0, MAX_LIKELIEST);
        if (likeliest.orElse(0) > 0 && !weighed) {
            throw body.refused("top_logprobs", "needs 'logprobs': true");
        }
        stayLoaded(body);
        body.acceptOnly("format", "");
        body.acceptOnly("think", false);
        body.end();
        return new ServedRequest(model, new InferenceRequest(conversation, options), 1, stream,
                weighed ? OptionalInt.of(likeliest.orElse(0)) : OptionalInt.empty(),
                new OllamaWriter(model, chat, weighed));
    }

    private static GenerationOptions options(Fields body) throws BadRequest {
        Optional<Fields> given = body.object("options");
        if (given.isEmpty()) {
            return GenerationOptions.NONE;
        }
        Fields options = given.get();
        OptionalInt most = options.count("num_predict", UNTIL_FULL, Integer.MAX_VALUE);
        if (most.isPresent() && most.getAsInt() == 0) {
            throw options.wrong("num_predict", "must be at least 1, or -1 or -2 for no limit");
        }
        OptionalLong seed = options.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        GenerationOptions read = new GenerationOptions(options.real("temperature", 0, Double.MAX_VALUE),
                options.nucleus("top_p"), most.orElse(-1) < 0 ? OptionalInt.empty() : most, seed,
                options.texts("stop"), Map.of());
        options.end();
        return read;
    }

    /** Accepts a request to keep the model loaded, which is always true; rejects one to unload it. */
    private static void stayLoaded(Fields body) throws BadRequest {
        Optional<JsonNode> time = body.value("keep_alive");
        if (time.isPresent() && time.get().asText().matches("0+(\\.0*)?[a-z]*")) {
            throw body.refused("keep_alive", "would unload the model, which stays loaded while the server runs");
        }
    }
}
