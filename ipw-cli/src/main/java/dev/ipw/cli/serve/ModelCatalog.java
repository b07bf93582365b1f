package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ClientInfo;
import dev.ipw.internal.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The one model that is served, as each protocol describes it.
 *
 * @param info  facts of its client
 * @param since the time since when it is served
 */
record ModelCatalog(ClientInfo info, Instant since) {
    private static final int NOT_FOUND = 404;
    private static final String LATEST = ":latest";

    ModelCatalog(ClientInfo info) {
        this(info, Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /** Rejects a model that is not served. Ollama's clients may add a tag to the name. */
    void require(String model) throws BadRequest {
        if (!model.equals(info.model()) && !model.equals(info.model() + LATEST)) {
            throw BadRequest.ofModel(NOT_FOUND, "The model '" + model + "' is not served here; this server has '"
                    + info.model() + "'");
        }
    }

    /** Lists the model for OpenAI's clients and Anthropic's, which ask at the same path. */
    ObjectNode list() {
        ObjectNode json = Json.object().put("object", "list").put("has_more", false).put("first_id", info.model())
                .put("last_id", info.model());
        json.putArray("data").add(entry());
        return json;
    }

    /** Describes the model for OpenAI's clients and Anthropic's. */
    ObjectNode entry() {
        return Json.object().put("id", info.model()).put("object", "model").put("created", since.getEpochSecond())
                .put("owned_by", "ipw").put("type", "model").put("display_name", info.model())
                .put("created_at", since.toString());
    }

    /** Lists the model for Ollama's clients. */
    ObjectNode tags() {
        ObjectNode json = Json.object();
        ObjectNode entry = json.putArray("models").addObject().put("name", info.model()).put("model", info.model())
                .put("modified_at", since.toString());
        entry.set("details", details());
        return json;
    }

    /** Describes the model for Ollama's clients. */
    ObjectNode show() {
        ObjectNode json = Json.object().put("modified_at", since.toString());
        json.set("details", details());
        ObjectNode facts = json.putObject("model_info").put("general.architecture", info.id())
                .put("general.name", info.model());
        info.details().forEach((name, value) -> facts.put(info.id() + "." + name, value));
        json.putArray("capabilities").add("completion");
        return json;
    }

    private ObjectNode details() {
        ObjectNode details = Json.object().put("family", info.id());
        details.putArray("families").add(info.id());
        return details;
    }
}
