package dev.ipw.agents;

import dev.ipw.inference.ToolDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Tools with distinct names. Tools with the same name are distinguished by their origin: {@code read} of the servers
 * {@code a} and {@code b} becomes {@code a__read} and {@code b__read}.
 */
final class NamedTools {
    private static final String BETWEEN = "__";
    private static final int MAX_NAME_CHARACTERS = 64;

    private final List<Origin> all = new ArrayList<>();

    /**
     * Adds a tool.
     *
     * @param target the suffix of its kind in the request, such as {@code :NAME}; empty for the only tool of its kind
     * @param tool   the tool
     */
    void add(String target, AgentTool tool) {
        all.add(new Origin(target.replaceAll("[^a-zA-Z0-9_-]", ""), tool));
    }

    /** Returns the tools; equal names that no target distinguishes are unchanged. */
    List<AgentTool> tools() {
        var counts = all.stream().collect(Collectors.groupingBy(Origin::name, Collectors.counting()));
        return all.stream()
                .map(origin -> counts.getOrDefault(origin.name(), 0L) > 1 && !origin.target().isEmpty()
                        ? new Qualified(origin.tool(), qualified(origin))
                        : origin.tool())
                .toList();
    }

    private static String qualified(Origin origin) {
        String name = origin.target() + BETWEEN + origin.name();
        return name.substring(0, Math.min(MAX_NAME_CHARACTERS, name.length()));
    }

    private record Origin(String target, AgentTool tool) {
        String name() {
            return tool.definition().name();
        }
    }

    /** A tool under another name. */
    private record Qualified(AgentTool tool, String name) implements AgentTool {
        @Override
        public ToolDefinition definition() {
            return new ToolDefinition(name, tool.definition().description(), tool.definition().parameters());
        }

        @Override
        public String use(ToolArguments arguments, Workspace workspace) throws ToolException, InterruptedException {
            return tool.use(arguments, workspace);
        }

        @Override
        public boolean changesState() {
            return tool.changesState();
        }

        @Override
        public boolean checksArguments() {
            return tool.checksArguments();
        }

        @Override
        public void close() {
            tool.close();
        }
    }
}
