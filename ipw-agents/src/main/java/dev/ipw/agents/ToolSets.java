package dev.ipw.agents;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.plugin.Plugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** The tools for each benchmark: the choice of the Python reference's authors, and the tools that GDPval requires. */
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
    /** Tools whose parameter selects another service than the default, and that then need no key of the default one. */
    private static final Map<String, String> OTHER_SERVICES = Map.of("web_search", "web_search.provider");
    private static final String USUAL_SERVICE = "tavily";

    private ToolSets() {}

    /**
     * Returns the tools of a dataset.
     *
     * @param dataset        its id, with or without a revision after {@code @} or an address after a colon
     * @param context        contains the keys
     * @param loader         finds tools
     * @param toolParameters the parameters of the tools, by tool and name as in {@code web_search.provider}
     * @return the usable and the unusable tools
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
     * The tools of a dataset.
     *
     * @param tools   the ids of the usable ones
     * @param missing the reasons why others are unusable, by id
     */
    public record Choice(List<String> tools, Map<String, String> missing) {
        /** No tools. */
        public static final Choice NONE = new Choice(List.of(), Map.of());

        /** Copies the collections. */
        public Choice {
            tools = List.copyOf(tools);
            missing = Map.copyOf(missing);
        }

        /**
         * Returns the tools if all tools of the dataset are usable: without one of them, its scores would not be
         * comparable.
         *
         * @param dataset its id, for the message
         * @return the ids of the tools
         * @throws ConfigurationException if one is unusable; the message contains the reason, and how to run without it
         */
        public List<String> require(String dataset) {
            if (!missing.isEmpty()) {
                String reasons = String.join(", ", missing.entrySet().stream().sorted(Map.Entry.comparingByKey())
                        .map(one -> one.getKey() + " (" + one.getValue() + ")").toList());
                throw new ConfigurationException("Of the tools of " + dataset + ", some cannot be used: " + reasons
                        + ". Scores without them do not compare with those of others. Provide what is missing, or choose"
                        + " to go without, " + Setting.TOOLS + " "
                        + (tools.isEmpty() ? "none" : String.join(",", tools)));
            }
            return tools;
        }
    }
}
