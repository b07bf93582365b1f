package dev.ipw.cli.profile;

import dev.ipw.agents.Agent;
import dev.ipw.agents.AgentProvider;
import dev.ipw.agents.ModelAddress;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolSets;
import dev.ipw.cli.command.KeyValues;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.anthropic.AnthropicClient;
import dev.ipw.internal.names.DurationText;
import dev.ipw.plugin.Plugins;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The options that choose a task's agent, its tools and its limits. */
public final class AgentOptions {
    /** The value that means no agent: questions are asked unchanged. */
    public static final String NONE = "none";
    private static final String ANTHROPIC = "anthropic";

    @Option(names = "--agent", paramLabel = "ID", defaultValue = "react",
            description = "The agent; see 'ipw list agents'. Default: ${DEFAULT-VALUE}.")
    private String agent = "react";

    @Option(names = "--agent-param", paramLabel = "KEY=VALUE",
            description = "A parameter of the agent; may be given several times.")
    private List<String> agentParameters = new ArrayList<>();

    @Option(names = "--tools", paramLabel = "ID,ID",
            description = "The tools, or none; see 'ipw list tools'. mcp:NAME gives those of an MCP server."
                    + " Default: those that fit the dataset.")
    private Optional<String> tools = Optional.empty();

    @Option(names = "--tool-param", paramLabel = "TOOL.KEY=VALUE",
            description = "A parameter of a tool; may be given several times.")
    private List<String> toolParameters = new ArrayList<>();

    @Option(names = "--max-turns", paramLabel = "N",
            description = "Let a task take at most N calls of the model. Default: the agent's.")
    private Optional<Integer> mostTurns = Optional.empty();

    @Option(names = "--query-timeout", paramLabel = "TIME",
            description = "End a task after a time such as 90s or 10m; it counts as failed. Default: none.")
    private Optional<String> longest = Optional.empty();

    /** Returns whether questions are asked unchanged, without an agent. */
    public boolean isNone() {
        return agent.equals(NONE);
    }

    /**
     * Creates the agent.
     *
     * @param run    the dataset, which determines the tools if none were typed, and the model
     * @param loader finds plugins
     * @param note   receives sentences for the user
     */
    public Agent agent(ProfileOptions run, ClassLoader loader, Consumer<String> note) {
        ToolContext context = ToolContext.system().withProgress(note);
        Agent.Builder builder = Agent.builder(agent).classLoader(loader).context(context).model(model(run))
                .parameters(KeyValues.of("--agent-param", agentParameters))
                .toolParameters(KeyValues.of("--tool-param", toolParameters))
                .tools(tools(run.dataset, context, loader, note).toArray(String[]::new));
        mostTurns.ifPresent(builder::mostTurns);
        longest.ifPresent(text -> builder.longest(DurationText.parse(text).orElseThrow(() -> new ConfigurationException(
                "--query-timeout takes a time such as 90s or 10m, not '" + text + "'"))));
        return builder.build();
    }

    private static ModelAddress model(ProfileOptions run) {
        Optional<String> usual = run.client().equals(ANTHROPIC)
                ? Optional.of(AnthropicClient.DEFAULT_BASE_URL)
                : Optional.empty();
        return new ModelAddress(run.model, run.clientBaseUrl.or(() -> usual));
    }

    private List<String> tools(Optional<String> dataset, ToolContext context, ClassLoader loader,
            Consumer<String> note) {
        if (tools.isPresent()) {
            return tools.get().equals(NONE)
                    ? List.of()
                    : Stream.of(tools.get().split(",")).map(String::strip).filter(id -> !id.isEmpty()).toList();
        }
        boolean takesTools = Plugins.builder("agent", AgentProvider.class).classLoader(loader).build()
                .require(agent).takesTools();
        if (dataset.isEmpty() || !takesTools) {
            return List.of();
        }
        List<String> chosen = ToolSets
                .of(dataset.get(), context, loader, KeyValues.of("--tool-param", toolParameters))
                .require(dataset.get());
        if (!chosen.isEmpty()) {
            note.accept("Tools of " + dataset.get() + ": " + String.join(", ", chosen) + ". --tools chooses others.");
        }
        return chosen;
    }
}
