package dev.ipw.agents;

import dev.ipw.plugin.Plugins;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** Choose the tools that fit a benchmark, as the authors of the Python reference do. */
@API(status = API.Status.EXPERIMENTAL)
public final class ToolSets {
    private static final List<String> RESEARCH = List.of("think", "web_search", "web_fetch", "file_read",
            "code_interpreter",
            "calculator", "shell");
    private static final List<String> CODING = List.of("think", "file_read", "file_write", "code_interpreter", "shell");
    private static final Map<String, List<String>> BY_DATASET = Map.of("gaia", RESEARCH, "frames", RESEARCH,
            "browsecomp", RESEARCH, "deepresearchbench", RESEARCH, "liveresearchbench", RESEARCH, "swebench", CODING,
            "swefficiency", CODING, "livecodebench", CODING);
    private static final Map<String, String> KEYS = Map.of("web_search", "TAVILY_API_KEY");

    private ToolSets() {}

    /**
     * Choose the tools of a dataset.
     *
     * @param dataset its id, with or without a revision behind {@code @}
     * @param context tells which keys are set
     * @param loader  finds tools
     * @return the tools that can be used, and those that cannot
     */
    public static Choice of(String dataset, ToolContext context, ClassLoader loader) {
        Plugins<ToolProvider> known = Plugins.builder("tool", ToolProvider.class).classLoader(loader).build();
        List<String> tools = new ArrayList<>();
        Map<String, String> missing = new LinkedHashMap<>();
        for (String tool : BY_DATASET.getOrDefault(dataset.replaceFirst("@.*", ""), List.of())) {
            if (known.find(tool).isEmpty()) {
                missing.put(tool, "there is no such plugin");
            } else if (KEYS.containsKey(tool) && context.variable(KEYS.get(tool)).isEmpty()) {
                missing.put(tool, KEYS.get(tool) + " is not set");
            } else {
                tools.add(tool);
            }
        }
        return new Choice(tools, missing);
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
    }
}
