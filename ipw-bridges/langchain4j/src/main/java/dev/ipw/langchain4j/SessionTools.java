package dev.ipw.langchain4j;

import dev.ipw.query.QuerySession;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apiguardian.api.API;

/**
 * The recording of LangChain4j tools of a query, so that their joules are known. It needs
 * {@code dev.langchain4j:langchain4j}.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class SessionTools {
    private SessionTools() {}

    /**
     * Wraps the methods of objects that are marked {@link Tool}. Pass the result to
     * {@code AiServices.builder(..).tools(..)}.
     *
     * @param session records the tools
     * @param objects the objects
     * @return the specification of each method, and its executor
     * @throws IllegalArgumentException if two tools have the same name, or there is no tool
     */
    public static Map<ToolSpecification, ToolExecutor> of(QuerySession session, Object... objects) {
        Map<ToolSpecification, ToolExecutor> tools = new LinkedHashMap<>();
        for (Object object : objects) {
            for (Method method : object.getClass().getDeclaredMethods()) {
                if (method.isAnnotationPresent(Tool.class)) {
                    tools.put(ToolSpecifications.toolSpecificationFrom(method),
                            recorded(session, executor(object, method)));
                }
            }
        }
        if (tools.isEmpty()) {
            throw new IllegalArgumentException("None of the objects has a method marked @Tool");
        }
        ToolSpecifications.validateSpecifications(List.copyOf(tools.keySet()));
        return tools;
    }

    /** Creates an executor whose exceptions reach the recording; AI services then report them to the model. */
    private static ToolExecutor executor(Object object, Method method) {
        return DefaultToolExecutor.builder().object(object).originalMethod(method).methodToInvoke(method)
                .wrapToolArgumentsExceptions(true).propagateToolExecutionExceptions(true).build();
    }

    /**
     * Wraps an executor to record its work.
     *
     * @param session  records the work
     * @param executor runs a tool
     * @return an executor that does the same
     */
    public static ToolExecutor recorded(QuerySession session, ToolExecutor executor) {
        return new Recorded(Objects.requireNonNull(session, "session"), Objects.requireNonNull(executor, "executor"));
    }

    private record Recorded(QuerySession session, ToolExecutor executor) implements ToolExecutor {
        @Override
        public String execute(ToolExecutionRequest request, Object memoryId) {
            return within(request, () -> executor.execute(request, memoryId));
        }

        @Override
        public ToolExecutionResult executeWithContext(ToolExecutionRequest request, InvocationContext context) {
            return within(request, () -> executor.executeWithContext(request, context));
        }

        private <T> T within(ToolExecutionRequest request, Callable<T> work) {
            try {
                return session.tool(request.name(), Optional.ofNullable(request.id()), work);
            } catch (RuntimeException failed) {
                throw failed;
            } catch (Exception failed) {
                if (failed instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                throw new IllegalStateException("The tool " + request.name() + " failed: " + failed.getMessage(),
                        failed);
            }
        }
    }
}
