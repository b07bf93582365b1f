package dev.ipw.agents;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * An agent, found by its id, with its tools and limits.
 *
 * <pre>{@code
 * try (Agent agent = Agent.builder("react").tools("calculator", "file_read").mostTurns(10).build();
 *         Profiler profiler = Profiler.builder().client("openai").model("qwen3:8b")
 *                 .dataset("tasks.jsonl").queryRunner(agent).build()) {
 *     ProfileRun run = profiler.run();
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Agent implements QueryRunner, AutoCloseable {
    private final Toolbox tools;
    private final TaskDeadline runner;
    private final Map<String, String> settings;

    private Agent(Toolbox tools, TaskDeadline runner, Map<String, String> settings) {
        this.tools = tools;
        this.runner = runner;
        this.settings = Map.copyOf(settings);
    }

    /**
     * Creates a builder of an agent.
     *
     * @param id the agent's id, for example {@code react}
     * @return a builder without tools and limits
     */
    public static Builder builder(String id) {
        return new Builder(id);
    }

    @Override
    public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
        return runner.run(question, session);
    }

    @Override
    public boolean asksModel() {
        return runner.asksModel();
    }

    @Override
    public Map<String, String> settings() {
        return settings;
    }

    @Override
    public List<String> warnings() {
        return runner.warnings();
    }

    /**
     * Returns the tools.
     *
     * @return the tools that the agent may use
     */
    public Toolbox tools() {
        return tools;
    }

    /** Closes the agent and its tools, and ends the watch over deadlines. */
    @Override
    public void close() {
        runner.close();
        tools.close();
    }

    /** The builder of an agent. */
    public static final class Builder {
        private static final String TARGET = "target";

        private final String id;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Set<String> toolIds = new LinkedHashSet<>();
        private final Map<String, String> toolParameters = new LinkedHashMap<>();
        private final List<AgentTool> ownTools = new ArrayList<>();
        private OptionalInt mostTurns = OptionalInt.empty();
        private Optional<Duration> longest = Optional.empty();
        private ToolContext context = ToolContext.system();
        private ModelAddress model = ModelAddress.UNKNOWN;
        private Plugins<AgentProvider> agents = Plugins.builder("agent", AgentProvider.class).build();
        private Plugins<ToolProvider> toolProviders = Plugins.builder("tool", ToolProvider.class).build();

        private Builder(String id) {
            this.id = Objects.requireNonNull(id, "id");
        }

        /**
         * Adds tools, found by their ids.
         *
         * @param ids for example {@code calculator}, or {@code mcp:NAME} for the tools of an MCP server
         * @return this builder for method chaining
         */
        public Builder tools(String... ids) {
            toolIds.addAll(List.of(ids));
            return this;
        }

        /**
         * Adds a tool of your own; it is closed with the agent.
         *
         * @param tool the tool
         * @return this builder for method chaining
         */
        public Builder tool(AgentTool tool) {
            ownTools.add(Objects.requireNonNull(tool, "tool"));
            return this;
        }

        /**
         * Sets the parameters of the agent.
         *
         * @param values by name
         * @return this builder for method chaining
         */
        public Builder parameters(Map<String, String> values) {
            parameters.putAll(values);
            return this;
        }

        /**
         * Sets the parameters of tools.
         *
         * @param values by the tool's id and the parameter's name, as in {@code web_search.max_results}
         * @return this builder for method chaining
         */
        public Builder toolParameters(Map<String, String> values) {
            toolParameters.putAll(values);
            return this;
        }

        /**
         * Limits the model calls of a task.
         *
         * @param count at least 1
         * @return this builder for method chaining
         * @throws ConfigurationException if it is less
         */
        public Builder mostTurns(int count) {
            if (count < 1) {
                throw new ConfigurationException("A task takes at least 1 turn, not " + count);
            }
            mostTurns = OptionalInt.of(count);
            return this;
        }

        /**
         * Limits the time of a task.
         *
         * @param time more than 0
         * @return this builder for method chaining
         * @throws ConfigurationException if it is not
         */
        public Builder longest(Duration time) {
            if (time.isNegative() || time.isZero()) {
                throw new ConfigurationException("The time of a task must be more than 0, not " + time);
            }
            longest = Optional.of(time);
            return this;
        }

        /**
         * Sets the environment of tools.
         *
         * @param tools the context; the system's by default
         * @return this builder for method chaining
         */
        public Builder context(ToolContext tools) {
            context = Objects.requireNonNull(tools, "tools");
            return this;
        }

        /**
         * Sets the model of the run, for agents whose programs call it themselves.
         *
         * @param address the model and its server
         * @return this builder for method chaining
         */
        public Builder model(ModelAddress address) {
            model = Objects.requireNonNull(address, "address");
            return this;
        }

        /**
         * Sets the class loader that finds plugins.
         *
         * @param loader finds them
         * @return this builder for method chaining
         */
        public Builder classLoader(ClassLoader loader) {
            agents = Plugins.builder("agent", AgentProvider.class).classLoader(loader).build();
            toolProviders = Plugins.builder("tool", ToolProvider.class).classLoader(loader).build();
            return this;
        }

        /**
         * Creates the agent.
         *
         * @return the agent; close it after use
         * @throws ConfigurationException if there is no such agent or tool, or a parameter is wrong
         */
        public Agent build() {
            AgentProvider provider = agents.require(id);
            Toolbox box = boxed(opened());
            try {
                Parameters own = Parameters.of("agent " + id, parameters);
                QueryRunner runner = provider.create(id, new AgentContext(box, mostTurns, longest, context, model),
                        own);
                own.rejectUnknown();
                return new Agent(box, new TaskDeadline(runner, longest), settings());
            } catch (RuntimeException wrong) {
                box.close();
                throw wrong;
            }
        }

        private static Toolbox boxed(List<AgentTool> opened) {
            try {
                return Toolbox.of(opened);
            } catch (RuntimeException wrong) {
                opened.forEach(AgentTool::close);
                throw wrong;
            }
        }

        private List<AgentTool> opened() {
            refuseUnused();
            NamedTools named = new NamedTools();
            try {
                ownTools.forEach(tool -> named.add("", tool));
                toolIds.forEach(toolId -> open(toolId)
                        .forEach(tool -> named.add(toolId.substring(kind(toolId).length()), tool)));
                return named.tools();
            } catch (RuntimeException wrong) {
                named.tools().forEach(AgentTool::close);
                throw wrong;
            }
        }

        private List<AgentTool> open(String toolId) {
            String kind = kind(toolId);
            Map<String, String> values = new HashMap<>();
            toolParameters.forEach((name, value) -> {
                if (name.startsWith(kind + ".")) {
                    values.put(name.substring(kind.length() + 1), value);
                }
            });
            if (!kind.equals(toolId)) {
                values.put(TARGET, toolId.substring(kind.length() + 1));
            }
            Parameters given = Parameters.of("tool " + kind, values);
            List<AgentTool> made = toolProviders.require(kind).create(context, given);
            given.rejectUnknown();
            return made;
        }

        private static String kind(String toolId) {
            int colon = toolId.indexOf(':');
            return colon < 0 ? toolId : toolId.substring(0, colon);
        }

        private void refuseUnused() {
            toolParameters.keySet().stream()
                    .filter(name -> toolIds.stream().noneMatch(toolId -> name.startsWith(kind(toolId) + ".")))
                    .findFirst().ifPresent(name -> {
                        throw new ConfigurationException(
                                "The parameter " + name + " is for no tool that is used: write it as"
                                        + " TOOL.NAME=VALUE with one of the tools " + toolIds);
                    });
        }

        private Map<String, String> settings() {
            Map<String, String> all = new TreeMap<>();
            all.put("agent", id);
            parameters.forEach((name, value) -> all.put("agent." + name, value));
            Set<String> names = new LinkedHashSet<>(toolIds);
            ownTools.forEach(tool -> names.add(tool.definition().name()));
            if (!names.isEmpty()) {
                all.put("tools", String.join(",", names));
            }
            toolParameters.forEach((name, value) -> all.put("tool." + name, value));
            mostTurns.ifPresent(count -> all.put("max_turns", String.valueOf(count)));
            longest.ifPresent(time -> all.put("query_timeout", time.toString()));
            return all;
        }
    }

    /** Formats the settings that a run keeps: the agent's id, its tools, its limits. */
    @Override
    public String toString() {
        return "agent " + new TreeMap<>(settings);
    }
}
