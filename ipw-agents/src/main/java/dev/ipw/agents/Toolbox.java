package dev.ipw.agents;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.ContentPart.ToolResult;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.FailureText;
import dev.ipw.query.QuerySession;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools of an agent. An unknown tool, invalid arguments and a failing tool are results for the model; they do not
 * end the task.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Toolbox implements AutoCloseable {
    /** The maximum length of a result, since every later request of the task contains it. */
    private static final int MAX_RESULT_CHARACTERS = 100_000;
    private static final int MAX_NAME_CHARACTERS = 100;
    private static final Logger LOGGER = LoggerFactory.getLogger(Toolbox.class);

    private final Map<String, AgentTool> tools = new LinkedHashMap<>();
    private final Map<String, ArgumentSchema> schemas = new LinkedHashMap<>();

    private Toolbox() {}

    /**
     * Creates an empty box.
     *
     * @return an empty box
     */
    public static Toolbox empty() {
        return new Toolbox();
    }

    /**
     * Creates a box of tools, which are closed with it.
     *
     * @param tools each with a name of its own
     * @return the box
     * @throws ConfigurationException       if two have the same name
     * @throws dev.ipw.error.InputException if the schema of one cannot be read
     */
    public static Toolbox of(List<AgentTool> tools) {
        Toolbox box = new Toolbox();
        for (AgentTool tool : tools) {
            ToolDefinition definition = tool.definition();
            if (box.tools.put(definition.name(), tool) != null) {
                throw new ConfigurationException("Two tools have the name " + definition.name()
                        + ": a model could not tell them apart. Leave one of them out");
            }
            box.schemas.put(definition.name(), ArgumentSchema.of(definition, tool.checksArguments()));
        }
        return box;
    }

    /**
     * Returns the descriptions of the tools for the model.
     *
     * @return the definitions, in the order of the tools
     */
    public List<ToolDefinition> definitions() {
        return tools.values().stream().map(AgentTool::definition).toList();
    }

    /**
     * Returns whether there is no tool.
     *
     * @return true if the box is empty
     */
    public boolean isEmpty() {
        return tools.isEmpty();
    }

    /**
     * Uses the tools that an answer calls. Calls run one after the other, or in parallel if none of them changes
     * anything.
     *
     * @param calls     the calls of the model
     * @param session   records the time of each tool
     * @param workspace the task's folder
     * @return one result for each call, in the order of the calls
     * @throws InterruptedException if the task is cancelled
     */
    public List<ToolResult> use(List<ToolCall> calls, QuerySession session, Workspace workspace)
            throws InterruptedException {
        boolean isSideBySide = calls.size() > 1
                && calls.stream().map(call -> Optional.ofNullable(tools.get(call.name())))
                        .noneMatch(tool -> tool.map(AgentTool::changesState).orElse(false));
        if (isSideBySide) {
            return useTogether(calls, session, workspace);
        }
        List<ToolResult> results = new ArrayList<>();
        for (ToolCall call : calls) {
            results.add(use(call, session, workspace));
        }
        return results;
    }

    private List<ToolResult> useTogether(List<ToolCall> calls, QuerySession session, Workspace workspace)
            throws InterruptedException {
        ToolResult[] results = new ToolResult[calls.size()];
        AtomicReference<@Nullable Error> broken = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (int at = 0; at < calls.size(); at++) {
            int call = at;
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    results[call] = use(calls.get(call), session, workspace);
                } catch (InterruptedException cancelled) {
                    Thread.currentThread().interrupt();
                } catch (Error failed) {
                    broken.compareAndSet(null, failed);
                }
            }));
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException cancelled) {
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join();
            }
            throw cancelled;
        }
        Error failed = broken.get();
        if (failed != null) {
            throw failed;
        }
        if (Arrays.asList(results).contains(null)) {
            throw new InterruptedException("a tool was cancelled");
        }
        return List.of(results);
    }

    /**
     * Uses one tool.
     *
     * @param call      the call of the model
     * @param session   records the time of the tool
     * @param workspace the task's folder
     * @return the result, or the reason why there is no result
     * @throws InterruptedException if the task is cancelled
     */
    public ToolResult use(ToolCall call, QuerySession session, Workspace workspace) throws InterruptedException {
        String name = Excerpt.of(call.name(), MAX_NAME_CHARACTERS);
        try {
            String result = session.measuredTool(name, Optional.of(call.id()),
                    used -> result(call, name, workspace.withProcessorTime(used)));
            return new ToolResult(call.id(), call.name(), bounded(result), false);
        } catch (ToolException failure) {
            return new ToolResult(call.id(), call.name(), bounded(String.valueOf(failure.getMessage())), true);
        } catch (InterruptedException cancelled) {
            throw cancelled;
        } catch (Exception broken) {
            LOGGER.warn("The tool {} failed in the task {}", name, workspace.taskId(), broken);
            return new ToolResult(call.id(), call.name(), "The tool failed: " + FailureText.of(broken), true);
        }
    }

    private String result(ToolCall call, String name, Workspace workspace) throws ToolException, InterruptedException {
        AgentTool tool = tools.get(call.name());
        ArgumentSchema schema = schemas.get(call.name());
        if (tool == null || schema == null) {
            throw new ToolException("There is no tool '" + name + "'. "
                    + (isEmpty() ? "No tools are offered" : "The tools are: " + String.join(", ", tools.keySet())));
        }
        return tool.use(schema.read(call.arguments()), workspace);
    }

    private static String bounded(String text) {
        return text.length() <= MAX_RESULT_CHARACTERS
                ? text
                : text.substring(0, MAX_RESULT_CHARACTERS) + "\n[" + (text.length() - MAX_RESULT_CHARACTERS)
                        + " more characters are left out]";
    }

    /** Closes the tools; failures are only logged. */
    @Override
    public void close() {
        tools.values().forEach(tool -> {
            try {
                tool.close();
            } catch (RuntimeException failed) {
                LOGGER.warn("The tool {} could not be closed", tool.definition().name(), failed);
            }
        });
    }
}
