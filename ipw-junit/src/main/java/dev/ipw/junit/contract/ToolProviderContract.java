package dev.ipw.junit.contract;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolException;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.Toolbox;
import dev.ipw.agents.Workspace;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.query.QuerySession;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apiguardian.api.API;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

/**
 * The contract between an agent and a {@link ToolProvider}: tools that a model can tell apart and call, errors that it
 * can correct, and the same result beside other tasks. One of the tools is used. It needs the artifact
 * {@code ipw-agents}.
 *
 * <pre>{@code
 * class FahrenheitTests extends ToolProviderContract {
 *     protected ToolProvider provider() {
 *         return new FahrenheitProvider();
 *     }
 *     protected String toolName() {
 *         return "fahrenheit";
 *     }
 *     protected String arguments() {
 *         return "{\"celsius\": 100}";
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class ToolProviderContract extends PluginContract<ToolProvider> {
    private static final int AT_ONCE = 8;
    /** The length at which an agent cuts a result off. */
    private static final int MAX_RESULT_CHARACTERS = 100_000;
    private static final String UNKNOWN = "no-such-parameter";

    private final List<AgentTool> opened = new ArrayList<>();

    @TempDir
    private Path folder;

    /** Creates the contract of a subclass's plugin. */
    protected ToolProviderContract() {}

    @Override
    final Class<ToolProvider> service() {
        return ToolProvider.class;
    }

    /**
     * Returns the name of the tool that is used.
     *
     * @return the name in its definition
     */
    protected abstract String toolName();

    /**
     * Returns arguments with which it succeeds, with the same result each time.
     *
     * @return a JSON object, with every field that the schema requires
     */
    protected abstract String arguments();

    /**
     * Returns the parameters that the provider needs; none by default.
     *
     * @return the values by key
     */
    protected Map<String, String> parameters() {
        return Map.of();
    }

    /**
     * Returns the environment of the tools. By default it has no variables.
     *
     * @param empty an empty folder, for what is kept between runs
     * @return the environment
     */
    protected ToolContext context(Path empty) {
        return ToolContext.of(Map.of()).withCacheFolder(empty);
    }

    /** Opens the tools as a run does. */
    private List<AgentTool> tools(Map<String, String> values) throws IOException {
        ToolProvider provider = provider();
        Parameters given = Parameters.of("tool " + provider.id(), values);
        List<AgentTool> tools = provider.create(context(Files.createDirectories(folder.resolve("cache"))), given);
        opened.addAll(tools);
        given.rejectUnknown();
        return tools;
    }

    private AgentTool tool() throws IOException {
        return tools(parameters()).stream().filter(tool -> tool.definition().name().equals(toolName())).findFirst()
                .orElseThrow(() -> new AssertionError("no tool has the name '" + toolName() + "'"));
    }

    private Workspace workspace(String task) throws IOException {
        return new Workspace(Files.createDirectories(folder.resolve(task)).toRealPath(), task);
    }

    private static Map<String, Object> schema(ToolDefinition tool) {
        return assertDoesNotThrow(() -> ToolArguments.parse(tool.parameters()).toMap(),
                "the schema of '" + tool.name() + "' is not a JSON object");
    }

    /** Returns a session that runs tools, which is all that a toolbox asks of it. */
    private static QuerySession session() {
        return (QuerySession) Proxy.newProxyInstance(QuerySession.class.getClassLoader(),
                new Class<?>[]{QuerySession.class}, (self, method, values) -> {
                    if (method.getName().equals("measuredTool")) {
                        return ((QuerySession.MeasuredWork<?>) values[2]).run(time -> {});
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
    }

    @AfterEach
    final void closeTools() {
        opened.forEach(AgentTool::close);
    }

    @Test
    void makesToolsWithNamesOfTheirOwn() throws Exception {
        Set<String> names = new HashSet<>();
        List<AgentTool> tools = tools(parameters());

        assertFalse(tools.isEmpty(), "create() returns no tool");
        for (AgentTool tool : tools) {
            assertTrue(names.add(tool.definition().name()),
                    "two tools have the name '" + tool.definition().name() + "'");
        }
    }

    @Test
    void describesEachToolToAModel() throws Exception {
        for (AgentTool tool : tools(parameters())) {
            ToolDefinition definition = tool.definition();

            assertFalse(definition.description().isBlank(), "the tool '" + definition.name() + "' has no description");
            assertEquals("object", schema(definition).get("type"), "the schema of '" + definition.name()
                    + "' is not one of objects: give it \"type\": \"object\"");
            assertDoesNotThrow(() -> Toolbox.of(List.of(tool)), "a toolbox cannot read the schema");
            assertEquals(definition, tool.definition(), "definition() changed");
        }
    }

    @Test
    void refusesAParameterThatItDoesNotKnow() {
        Map<String, String> values = new HashMap<>(parameters());
        values.put(UNKNOWN, "1");

        ConfigurationException refused = assertThrows(ConfigurationException.class, () -> tools(values),
                "an unknown parameter is ignored: read keys by their names");
        assertTrue(String.valueOf(refused.getMessage()).contains(UNKNOWN), "the message does not name the parameter");
    }

    @Test
    void succeedsWithTheArguments() throws Exception {
        String result = tool().use(ToolArguments.parse(arguments()), workspace("t1"));

        assertNotNull(result, "the result is null");
        assertTrue(result.length() <= MAX_RESULT_CHARACTERS, "the result has " + result.length()
                + " characters; an agent cuts it off after " + MAX_RESULT_CHARACTERS);
    }

    @Test
    void succeedsAsAModelCallsIt() throws Exception {
        ToolResult result = Toolbox.of(List.of(tool())).use(new ToolCall("c1", toolName(), arguments()), session(),
                workspace("t1"));

        assertFalse(result.isError(), "the model would read: " + result.content());
    }

    @Test
    void refusesArgumentsWithoutARequiredField() throws Exception {
        AgentTool tool = tool();
        Object required = schema(tool.definition()).getOrDefault("required", List.of());
        assumeFalse(required.equals(List.of()), "the schema requires no field");

        for (Object field : (List<?>) required) {
            Map<String, Object> others = ToolArguments.parse(arguments()).toMap();
            assertNotNull(others.remove(field), "arguments() has no '" + field + "', which the schema requires");
            TreeBuilder incomplete = TreeBuilder.object();
            others.forEach(incomplete::put);
            ToolArguments arguments = ToolArguments.parse(incomplete.json());

            assertThrows(ToolException.class, () -> tool.use(arguments, workspace("without")),
                    "without '" + field + "' there must be a ToolException, which the model reads");
        }
    }

    @Test
    void givesTheSameResultOnThreadsAtOnce() throws Exception {
        AgentTool tool = tool();
        String alone = tool.use(ToolArguments.parse(arguments()), workspace("alone"));
        CyclicBarrier start = new CyclicBarrier(AT_ONCE);
        List<Callable<String>> uses = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Workspace own = workspace("t" + i);
            uses.add(() -> {
                start.await();
                return tool.use(ToolArguments.parse(arguments()), own);
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            for (Future<String> use : threads.invokeAll(uses)) {
                assertEquals(alone, use.get(), "the result beside other tasks is not the one alone");
            }
        }
    }

    @Test
    void closesTwice() throws Exception {
        for (AgentTool tool : tools(parameters())) {
            tool.close();
            tool.close();
        }
    }
}
