package com.example.plugins;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.Workspace;
import dev.ipw.junit.contract.ToolProviderContract;
import dev.ipw.plugin.Parameters;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FahrenheitTests extends ToolProviderContract {
    @Override
    protected ToolProvider provider() {
        return new FahrenheitProvider();
    }

    @Override
    protected String toolName() {
        return "fahrenheit";
    }

    @Override
    protected String arguments() {
        return "{\"celsius\": 100}";
    }

    @Test
    void converts(@TempDir Path folder) throws Exception {
        AgentTool tool = provider().create(ToolContext.system(), Parameters.none("fahrenheit")).getFirst();

        assertThat(tool.use(ToolArguments.parse(arguments()), new Workspace(folder, "t1"))).isEqualTo("212.0");
    }
}
