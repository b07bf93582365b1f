package dev.ipw.agents;

import dev.ipw.junit.contract.ToolProviderContract;
import dev.ipw.plugin.Plugins;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** The tools that need neither a network nor a sandbox. */
@ParameterizedClass
@CsvSource(quoteCharacter = '\'', value = {"calculator, '{\"expression\": \"2 * 21\"}'",
        "file_write, '{\"path\": \"notes.txt\", \"content\": \"42\"}'", "think, '{\"thought\": \"What is asked?\"}'"})
final class ShippedToolsTests extends ToolProviderContract {
    private final String id;
    private final String arguments;

    ShippedToolsTests(String id, String arguments) {
        this.id = id;
        this.arguments = arguments;
    }

    @Override
    protected ToolProvider provider() {
        return Plugins.builder("tool", ToolProvider.class).build().require(id);
    }

    @Override
    protected String toolName() {
        return id;
    }

    @Override
    protected String arguments() {
        return arguments;
    }
}
