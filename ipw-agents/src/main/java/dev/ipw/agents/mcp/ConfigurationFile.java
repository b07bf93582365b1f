package dev.ipw.agents.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.agents.ToolContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.names.NearestNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The configuration files of other programs with their MCP servers: {@code {"mcpServers": {"NAME": {...}}}}. */
final class ConfigurationFile {
    private static final String SERVERS = "mcpServers";
    private static final int MAX_BYTES = 1 << 20;
    private static final String OPTION = Setting.TOOL_PARAM + " mcp.config=FILE";

    private ConfigurationFile() {}

    /**
     * Finds a server.
     *
     * @param named   the file that the user named; empty searches the working directory, then the user's folder
     * @param name    the server
     * @param context contains environment variables
     * @return the server
     * @throws ConfigurationException if the server is not found, or a file is broken
     */
    static ServerEntry find(Optional<String> named, String name, ToolContext context) {
        List<Path> files = named.map(text -> List.of(path(text)))
                .orElseGet(() -> List.of(Path.of(".mcp.json"), userFile(context)));
        List<Path> there = files.stream().filter(file -> named.isPresent() || Files.exists(file)).toList();
        Set<String> known = new TreeSet<>();
        for (Path file : there) {
            JsonNode servers = servers(file);
            JsonNode found = servers.get(name);
            if (found != null) {
                return EntryReader.read(name, found, file, context);
            }
            servers.fieldNames().forEachRemaining(known::add);
        }
        String places = files.stream().map(Path::toString).collect(Collectors.joining(" and "));
        if (there.isEmpty()) {
            throw new ConfigurationException("There is no MCP server '" + name + "', since neither " + files.getFirst()
                    + " nor " + files.getLast() + " exists. Write {\"" + SERVERS + "\": {\"" + name
                    + "\": {\"command\": ..., \"args\": [...]}}} into one of them, or name a file by " + OPTION);
        }
        String near = NearestNames.of(name, known);
        throw new ConfigurationException("There is no MCP server '" + name + "' in " + places + "; "
                + (known.isEmpty() ? "they name none" : "there are " + String.join(", ", known))
                + (near.isEmpty() ? "" : ". Did you mean " + near + "?"));
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException broken) {
            throw new ConfigurationException(OPTION + " names no file: " + broken.getReason(), broken);
        }
    }

    private static Path userFile(ToolContext context) {
        Path folder = context.variable("XDG_CONFIG_HOME").map(Path::of).orElseGet(
                () -> Path.of(context.variable("HOME").orElse(System.getProperty("user.home")), ".config"));
        return folder.resolve(Path.of("ipw", "mcp.json"));
    }

    private static JsonNode servers(Path file) {
        try {
            JsonNode servers = Json.parse(BoundedFile.read(file, MAX_BYTES)).path(SERVERS);
            if (!servers.isObject()) {
                throw new ConfigurationException(file + " has no object '" + SERVERS + "'. Write {\"" + SERVERS
                        + "\": {\"NAME\": {\"command\": ..., \"args\": [...]}}}");
            }
            return servers;
        } catch (JsonSyntaxException broken) {
            throw new ConfigurationException(file + " is no valid JSON: " + broken.getMessage(), broken);
        }
    }
}
