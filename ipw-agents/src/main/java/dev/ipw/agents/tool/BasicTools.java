package dev.ipw.agents.tool;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginCatalogue;
import java.util.List;
import java.util.function.BiFunction;

/** The tools that need nothing but the task's folder and a sandbox. */
public final class BasicTools implements PluginCatalogue {
    @Override
    public Class<ToolProvider> type() {
        return ToolProvider.class;
    }

    @Override
    public List<ToolProvider> plugins() {
        return List.of(
                new Entry("calculator", "calculates exactly, within bounds",
                        (context, parameters) -> new CalculatorTool()),
                new Entry("code_interpreter", "runs Python in a sandbox, in the task's folder",
                        (context, parameters) -> new CodeInterpreterTool(CommandSandbox.of(context, parameters))),
                new Entry("document_read", "reads PDF, Word, Excel and PowerPoint files of the task's folder",
                        (context, parameters) -> new DocumentReadTool()),
                new Entry("file_read", "reads text files of the task's folder",
                        (context, parameters) -> new FileReadTool()),
                new Entry("file_write", "writes text files into the task's folder",
                        (context, parameters) -> new FileWriteTool()),
                new Entry("shell", "runs shell commands in a sandbox, in the task's folder",
                        (context, parameters) -> new ShellTool(CommandSandbox.of(context, parameters))),
                new Entry("think", "lets a model write down a thought", (context, parameters) -> new ThinkTool()));
    }

    private record Entry(String id, String description, BiFunction<ToolContext, Parameters, AgentTool> maker)
            implements
                ToolProvider {
        @Override
        public List<AgentTool> create(ToolContext context, Parameters parameters) {
            return List.of(maker.apply(context, parameters));
        }
    }
}
