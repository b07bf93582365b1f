package dev.ipw.agents;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Plugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** Choose the tools that fit a benchmark, as the authors of the Python reference do, and those that GDPval cannot do without. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolSets {
    private static final List<String> RESEARCH = List.of("think", "web_search", "web_fetch", "file_read",
            "document_read", "code_interpreter", "calculator", "shell");
    private static final List<String> CODING = List.of("think", "file_read", "file_write", "code_interpreter", "shell");
    private static final List<String> TERMINAL = List.of("shell");
    private static final List<String> OFFICE = List.of("think", "file_read", "file_write", "document_read",
            "code_interpreter", "calculator", "shell");
    private static final Map<String, List<String>> BY_DATASET = Map.ofEntries(Map.entry("gaia", RESEARCH),
            Map.entry("frames", RESEARCH), Map.entry("browsecomp", RESEARCH), Map.entry("deepresearchbench", RESEARCH),
            Map.entry("liveresearchbench", RESEARCH), Map.entry("swebench", CODING),
            Map.entry("swefficiency", CODING), Map.entry("livecodebench", CODING), Map.entry("harbor", TERMINAL),
            Map.entry("terminalbench", TERMINAL), Map.entry("gdpval", OFFICE));
    private static final Map<String, String> KEYS = Map.of("web_search", "TAVILY_API_KEY");
    /** A tool that is told to ask another service than the usual one needs no key of that one. */
    private static final Map<String, String> OTHER_SERVICES = Map.of("web_search", "web_search.provider");
    private static final String USUAL_SERVICE = "tavily";

    private ToolSets() {}

    /**
     * Choose the tools of a dataset.
     *
     * @param dataset its id, with or without a revision behind {@code @} or an address behind a colon
     * @param context tells which keys are set
     * @param loader  finds tools
     * @param toolParameters those of the tools, by tool and name as in {@code web_search.provider}
     * @return the tools that can be used, and those that cannot
     */
    public static Choice of(String dataset, ToolContext context, ClassLoader loader,
            Map<String, String> toolParameters) {
        Plugins<ToolProvider> known = Plugins.builder("tool", ToolProvider.class).classLoader(loader).build();
        List<String> tools = new ArrayList<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (String tool : BY_DATASET.getOrDefault(dataset.replaceFirst("[@:].*", ""), List.of())) {
            if (known.find(tool).isEmpty()) {
                missing.put(tool, "there is no such plugin");
            } else if (lacksKey(tool, context, toolParameters)) {
                missing.put(tool, KEYS.get(tool) + " is not set");
            } else {
                tools.add(tool);
            }
        }
        return new Choice(tools, missing);
    }

    private static boolean lacksKey(String tool, ToolContext context, Map<String, String> toolParameters) {
        String key = KEYS.get(tool);
        return key != null && context.variable(key).isEmpty()
                && toolParameters.getOrDefault(OTHER_SERVICES.get(tool), USUAL_SERVICE).equals(USUAL_SERVICE);
    }

    /**
     * Hold the tools of a dataset.
     *
     * @param tools   the ids of those that can be used
     * @param missing why others cannot, by id
     */
    public record Choice(List<String> tools, Map<String, String> missing) {
        /** No tools. */
        public static final Choice NONE = new Choice(List.of(), Map.of());

        /** Copy the collections. */
        public Choice {
            tools = List.copyOf(tools);
            missing = Map.copyOf(missing);
        }

        /**
         * Return the tools if all that belong to the dataset can be used: without one of them, its scores would compare with
         * nobody's.
         *
         * @param dataset its id, for the message
         * @return the ids of the tools
         * @throws ConfigurationException if one cannot be used; the message says why, and how to run without it
         */
        public List<String> require(String dataset) {
            if (!missing.isEmpty()) {
                String reasons = String.join(", ", missing.entrySet().stream().sorted(Map.Entry.comparingByKey())
                        .map(one -> one.getKey() + " (" + one.getValue() + ")").toList());
                throw new ConfigurationException("Of the tools of " + dataset + ", some cannot be used: " + reasons
                        + ". Scores without them do not compare with those of others. Provide what is missing, or choose"
                        + " to go without, by the tools " + (tools.isEmpty() ? "none" : String.join(",", tools)));
            }
            return tools;
        }
    }
}
