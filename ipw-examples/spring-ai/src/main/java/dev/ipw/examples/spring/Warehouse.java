package dev.ipw.examples.spring;

import java.util.Locale;
import java.util.Map;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** The tools of the agent: the stock of a warehouse and its prices. */
public final class Warehouse {
    private static final Map<String, Integer> STOCK = Map.of("apples", 12, "pears", 30);
    private static final Map<String, Integer> CENTS = Map.of("apples", 25, "pears", 40);

    /** Creates the tools. */
    public Warehouse() {}

    /** Looks up the number of an article. */
    @Tool(description = "How many pieces of an article are in stock")
    public int stock(@ToolParam(description = "the article, in the plural") String article) {
        return STOCK.getOrDefault(article.toLowerCase(Locale.ROOT), 0);
    }

    /** Looks up the price of an article. */
    @Tool(description = "What one piece of an article costs, in cents")
    public String price(@ToolParam(description = "the article, in the plural") String article) {
        Integer cents = CENTS.get(article.toLowerCase(Locale.ROOT));
        return cents == null ? "not sold" : cents + " cents";
    }
}
