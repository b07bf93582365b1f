package dev.ipw.agents.mcp;

import dev.ipw.agents.ToolContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConfigurationFileTests {
    @TempDir
    Path folder;

    private ServerEntry read(String json, Map<String, String> variables) throws IOException {
        Path file = Files.writeString(folder.resolve("servers.json"), json);
        return ConfigurationFile.find(Optional.of(file.toString()), "a", ToolContext.of(variables));
    }

    @Test
    void readsAProgramAndPutsVariablesInTheirPlaces() throws IOException {
        ServerEntry entry = read("""
                {"mcpServers": {"a": {"command": "${RUNNER:-npx}", "args": ["-y", "server", "--root=${ROOT}"],
                 "env": {"LEVEL": "1", "API_KEY": "${KEY}"}, "cwd": "data", "alwaysAllow": ["x"]}}}""",
                Map.of("ROOT", "/data", "KEY", "0123456789"));

        assertThat(entry).isInstanceOfSatisfying(ServerEntry.Program.class, program -> {
            assertThat(program.command()).isEqualTo(List.of("npx", "-y", "server", "--root=/data"));
            assertThat(program.variables()).isEqualTo(Map.of("LEVEL", "1", "API_KEY", "0123456789"));
            assertThat(program.folder()).contains(folder.resolve("data"));
            assertThat(program.secrets().toString()).doesNotContain("0123456789");
        });
    }

    @Test
    void readsAnAddress() throws IOException {
        ServerEntry entry = read(
                """
                        {"mcpServers": {"a": {"type": "streamable-http", "url": "https://mcp.example/v1?x=1", "headers": {"X": "y"}}}}""",
                Map.of());

        assertThat(entry).isInstanceOfSatisfying(ServerEntry.Address.class, address -> {
            assertThat(address.uri()).isEqualTo(URI.create("https://mcp.example/v1?x=1"));
            assertThat(address.headers()).isEqualTo(Map.of("X", "y"));
        });
    }

    @Test
    void looksIntoTheUsersFolder() throws IOException {
        Files.createDirectories(folder.resolve("ipw"));
        Files.writeString(folder.resolve("ipw").resolve("mcp.json"), "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}");
        ToolContext context = ToolContext.of(Map.of("XDG_CONFIG_HOME", folder.toString()));

        assertThat(ConfigurationFile.find(Optional.empty(), "a", context).name()).isEqualTo("a");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ConfigurationFile.find(Optional.empty(), "b", context))
                .withMessageContaining("there are a").withMessageContaining("mcp.json");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ConfigurationFile.find(Optional.empty(), "b",
                        ToolContext.of(Map.of("XDG_CONFIG_HOME", folder.resolve("none").toString()))))
                .withMessageContaining("exists").withMessageContaining("mcp.config=FILE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"mcpServers": {"b": {"command": "x"}}}                                       | there are b
            {"servers": {}}                                                               | no object 'mcpServers'
            {"mcpServers": {                                                              | no valid JSON
            {"mcpServers": {"a": []}}                                                     | is no object
            {"mcpServers": {"a": {}}}                                                     | neither a command nor a url
            {"mcpServers": {"a": {"type": "stdio", "url": "http://x"}}}                   | has no command
            {"mcpServers": {"a": {"type": "sse", "url": "http://x"}}}                     | given up
            {"mcpServers": {"a": {"type": "pigeon", "url": "http://x"}}}                  | not known
            {"mcpServers": {"a": {"url": "file:///etc/passwd"}}}                          | none of HTTP
            {"mcpServers": {"a": {"url": "http://user:secret@x/"}}}                       | user or password
            {"mcpServers": {"a": {"url": "http://x y/"}}}                                 | has a url that is none
            {"mcpServers": {"a": {"command": "x", "args": "y"}}}                          | no list
            {"mcpServers": {"a": {"command": "x", "args": [["y"]]}}}                      | no text
            {"mcpServers": {"a": {"command": "x", "env": ["y"]}}}                         | env that is no object
            {"mcpServers": {"a": {"command": "x", "env": {"KEY": "${NOT_SET}"}}}}         | environment variable NOT_SET
            """)
    void saysWhatIsWrongWithAFile(String json, String reason) {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> read(json, Map.of()))
                .withMessageContaining(reason).withMessageNotContaining("secret@");
    }

    @Test
    void saysWhatIsWrongWithTheOptions() {
        McpToolProvider provider = new McpToolProvider();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> provider.create(ToolContext.of(Map.of()), Parameters.none("tool mcp")))
                .withMessageContaining("mcp:NAME");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> provider.create(ToolContext.of(Map.of()),
                Parameters.of("tool mcp", Map.of("target", "a", "config", folder.resolve("none.json").toString()))))
                .withMessageContaining("there is no such file");
        assertThatExceptionOfType(IpwException.class).isThrownBy(() -> provider.create(ToolContext.of(Map.of()),
                Parameters.of("tool mcp", Map.of("target", "a", "timeout", "0s"))))
                .withMessageContaining("more than 0");
    }
}
