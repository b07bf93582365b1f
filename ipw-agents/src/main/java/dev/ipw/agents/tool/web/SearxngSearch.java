package dev.ipw.agents.tool.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.ToolException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A search by a SearXNG of the user's own, whose cost is unknown here.
 *
 * @param service the service
 */
record SearxngSearch(JsonService service) implements SearchService {
    @Override
    public Found search(String query, int mostResults) throws ToolException, InterruptedException {
        JsonNode answer = service
                .get("/search?format=json&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        if (!answer.path("results").isArray()) {
            throw new ToolException("SearXNG answered without a list of results");
        }
        List<Result> results = new ArrayList<>();
        for (JsonNode one : answer.path("results")) {
            if (results.size() < mostResults) {
                results.add(new Result(one.path("title").asText(""), one.path("url").asText(""),
                        one.path("content").asText("")));
            }
        }
        List<String> notes = new ArrayList<>();
        answer.path("unresponsive_engines").forEach(engine -> notes.add("The engine " + engine.path(0).asText("")
                + " gave no answer: " + engine.path(1).asText("")));
        JsonNode first = answer.path("answers").path(0);
        return new Found(Optional.of(first.isObject() ? first.path("answer").asText("") : first.asText(""))
                .filter(text -> !text.isBlank()), results, notes, Optional.empty());
    }
}
