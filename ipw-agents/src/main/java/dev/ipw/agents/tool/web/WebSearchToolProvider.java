package dev.ipw.agents.tool.web;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.inference.http.HttpSettings.ApiKey;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.plugin.Parameters;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The provider of {@code web_search}. */
public final class WebSearchToolProvider implements ToolProvider {
    private static final String KEY = "TAVILY_API_KEY";
    private static final String TAVILY = "https://api.tavily.com";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final int MAX_RESULTS = 5;
    private static final int HIGHEST_RESULTS = 20;
    private static final int SNIPPET_CHARACTERS = 1_000;
    private static final int HIGHEST_SNIPPET_CHARACTERS = 10_000;

    @Override
    public String id() {
        return "web_search";
    }

    @Override
    public String description() {
        return "searches the web by Tavily or SearXNG";
    }

    @Override
    public List<AgentTool> create(ToolContext context, Parameters parameters) {
        Duration timeout = parameters.duration("timeout").orElse(TIMEOUT);
        int results = parameters.integer("max_results").orElse(MAX_RESULTS);
        int characters = parameters.integer("max_snippet_chars").orElse(SNIPPET_CHARACTERS);
        if (timeout.isZero() || results < 1 || results > HIGHEST_RESULTS || characters < 1
                || characters > HIGHEST_SNIPPET_CHARACTERS) {
            throw new ConfigurationException("Of web_search, timeout must be more than 0, max_results 1 to "
                    + HIGHEST_RESULTS + ", and max_snippet_chars 1 to " + HIGHEST_SNIPPET_CHARACTERS);
        }
        String provider = parameters.text("provider").orElse("tavily");
        SearchService service = switch (provider) {
            case "tavily" -> tavily(context, parameters, timeout);
            case "searxng" -> searxng(parameters, timeout);
            default -> throw new ConfigurationException(
                    "The parameter provider of web_search must be tavily or searxng, not '" + provider + "'");
        };
        return List.of(new WebSearchTool(service, results, characters));
    }

    private static SearchService tavily(ToolContext context, Parameters parameters, Duration timeout) {
        ApiKey key = context.variable(KEY).map(ApiKey::of).orElseThrow(() -> new ConfigurationException(
                "web_search needs a key of Tavily in the environment variable " + KEY
                        + ". Set it, or search by a SearXNG of your own: " + Setting.TOOL_PARAM
                        + " web_search.provider=searxng and " + Setting.TOOL_PARAM
                        + " web_search.base_url=http://127.0.0.1:8888"));
        String depth = parameters.text("depth").orElse("basic");
        if (!depth.equals("basic") && !depth.equals("advanced")) {
            throw new ConfigurationException("The parameter depth of web_search must be basic or advanced, not '"
                    + depth + "'");
        }
        ServerAddress address = ServerAddress.parse(parameters.text("base_url").orElse(TAVILY), "");
        return new TavilySearch(new JsonService("Tavily", address, Optional.of(key), "check " + KEY, timeout), depth,
                price(parameters));
    }

    private static Optional<BigDecimal> price(Parameters parameters) {
        return parameters.text("usd_per_credit").map(text -> {
            try {
                BigDecimal price = new BigDecimal(text.strip());
                if (price.signum() >= 0 && price.precision() - price.scale() <= 4 && price.scale() <= 9) {
                    return price;
                }
            } catch (NumberFormatException noNumber) {
                throw new ConfigurationException(wrongPrice(text), noNumber);
            }
            throw new ConfigurationException(wrongPrice(text));
        });
    }

    private static String wrongPrice(String text) {
        return "The parameter usd_per_credit of web_search must be the dollars of one credit of Tavily, such as 0.008,"
                + " not '" + text + "'";
    }

    private static SearchService searxng(Parameters parameters, Duration timeout) {
        String base = parameters.text("base_url").orElseThrow(() -> new ConfigurationException(
                "web_search by SearXNG needs its address: " + Setting.TOOL_PARAM
                        + " web_search.base_url=http://127.0.0.1:8888"));
        return new SearxngSearch(new JsonService("SearXNG", ServerAddress.parse(base, ""), Optional.empty(),
                "a SearXNG answers in JSON only if its settings.yml names json under search: formats", timeout));
    }
}
