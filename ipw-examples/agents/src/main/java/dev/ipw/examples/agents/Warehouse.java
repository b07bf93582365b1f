package dev.ipw.examples.agents;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.Locale;
import java.util.Map;

/** The tools of the agent: the stock of a warehouse. */
public final class Warehouse {
    private static final Map<String, Integer> STOCK = Map.of("apples", 12, "pears", 30);

    /** Creates the tools. */
    public Warehouse() {}

    /** Looks up an article. */
    @Tool("How many pieces of an article are in stock")
    public int stock(@P("the article, in the plural") String article) {
        return STOCK.getOrDefault(article.toLowerCase(Locale.ROOT), 0);
    }
}
