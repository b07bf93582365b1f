package dev.ipw.cli.servers;

import dev.ipw.agents.servers.ServerPresets;
import dev.ipw.cli.command.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The presets of servers: those that come with ipw, and the user's own over them. */
final class ServerPresetFile {
    private ServerPresetFile() {}

    /**
     * Reads the presets.
     *
     * @param typed       a file that must exist; empty for the user's own, if there is one
     * @param environment gives the place of the user's configuration
     */
    static ServerPresets presets(Optional<Path> typed, Map<String, String> environment) {
        return typed.or(() -> ofUser(environment).filter(Files::exists))
                .map(file -> ServerPresets.shipped().with(file.toString(),
                        new YamlFile(file, "presets", "presets by their names, each with kind and model").read()))
                .orElseGet(ServerPresets::shipped);
    }

    private static Optional<Path> ofUser(Map<String, String> environment) {
        return variable("XDG_CONFIG_HOME", environment)
                .or(() -> variable("HOME", environment).map(home -> home.resolve(".config")))
                .map(folder -> folder.resolve("ipw").resolve("servers.yaml"));
    }

    private static Optional<Path> variable(String name, Map<String, String> environment) {
        return Optional.ofNullable(environment.get(name)).filter(text -> !text.isBlank()).map(Path::of);
    }
}
