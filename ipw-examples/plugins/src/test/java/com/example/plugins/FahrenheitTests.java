package com.example.plugins;

import dev.ipw.agents.AgentTool;
import dev.ipw.agents.ToolArguments;
import dev.ipw.agents.ToolContext;
import dev.ipw.agents.ToolProvider;
import dev.ipw.agents.Workspace;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class FahrenheitTests {
    @TempDir
    private Path folder;

    @Test
    void isFoundByItsIdAndConverts() throws Exception {
        ToolProvider provider = Plugins.builder("tool", ToolProvider.class).build().find("fahrenheit").orElseThrow();
        AgentTool tool = provider.create(ToolContext.system(), Parameters.none("fahrenheit")).getFirst();

        assertThat(tool.use(ToolArguments.parse("{\"celsius\": 100}"), new Workspace(folder, "t1"))).isEqualTo("212.0");
    }
}
