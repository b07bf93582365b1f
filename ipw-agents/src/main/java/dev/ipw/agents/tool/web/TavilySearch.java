package dev.ipw.agents.tool.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.ToolException;
import dev.ipw.internal.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A search by Tavily.
 *
 * @param service          the service
 * @param depth            basic or advanced
 * @param dollarsPerCredit the price of a credit under the user's plan; empty if unknown
 */
record TavilySearch(JsonService service, String depth, Optional<BigDecimal> dollarsPerCredit)
        implements
            SearchService {
    @Override
    public Found search(String query, int mostResults) throws ToolException, InterruptedException {
        ObjectNode asked = Json.object().put("query", query).put("search_depth", depth)
                .put("max_results", mostResults).put("include_answer", true).put("include_usage", true);
        JsonNode answer = service.post("/search", asked);
        if (!answer.path("results").isArray()) {
            throw new ToolException("Tavily answered without a list of results");
        }
        List<Result> results = new ArrayList<>();
        answer.path("results").forEach(one -> results.add(new Result(one.path("title").asText(""),
                one.path("url").asText(""), one.path("content").asText(""))));
        JsonNode credits = answer.path("usage").path("credits");
        return new Found(Optional.of(answer.path("answer").asText("")).filter(text -> !text.isBlank()), results,
                List.of(), credits.isNumber()
                        ? dollarsPerCredit.map(price -> price.multiply(credits.decimalValue()))
                        : Optional.empty());
    }
}
