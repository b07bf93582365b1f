package dev.ipw.agents.command;

import dev.ipw.agents.preset.Presets;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of programs that are known by name: the configuration and the call of each, and the place of its
 * trajectory.
 */
final class ProgramPresets {
    private static final String PROTOCOL = "protocol";

    private final Presets<Map<String, String>> programs;

    private ProgramPresets(Presets<Map<String, String>> programs) {
        this.programs = programs;
    }

    /** Reads the presets of this library; others come from a file of the user. */
    static ProgramPresets shipped() {
        return new ProgramPresets(Presets.shipped("program", ProgramPresets.class, "programs.json",
                (name, preset) -> parameters(preset)));
    }

    /**
     * Adds the presets of a user's file, replacing those with the same name.
     *
     * @throws InputException if it cannot be read
     */
    ProgramPresets with(Path file) {
        try {
            return new ProgramPresets(programs.with(TreeReader.ofJson(file.toString(), Files.readString(file))));
        } catch (IOException unreadable) {
            throw new InputException("The file of programs " + file + " cannot be read: " + unreadable.getMessage()
                    + ". Give an existing JSON file: {\"NAME\": {\"run\": \"COMMANDS\"}}", unreadable);
        }
    }

    /**
     * Returns the parameters without the protocol, which is for people: it names the kind of server that a program
     * needs.
     */
    private static Map<String, String> parameters(TreeReader preset) {
        Map<String, String> parameters = new LinkedHashMap<>();
        preset.asMap().keySet().stream().filter(key -> !key.equals(PROTOCOL))
                .forEach(key -> parameters.put(key, preset.text(key)));
        return parameters;
    }

    /** Returns their names. */
    List<String> names() {
        return programs.names();
    }

    /**
     * Returns the parameters of a program.
     *
     * @throws ConfigurationException if its name is unknown; the message contains the nearest one
     */
    Map<String, String> require(String name) {
        return programs.find(name).orElseThrow(() -> new ConfigurationException(
                programs.unknown(name) + " Others come from a file: programs=FILE"));
    }
}
