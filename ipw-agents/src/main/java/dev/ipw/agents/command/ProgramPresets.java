package dev.ipw.agents.command;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The parameters of programs that are known by name: how each is configured and asked, and where it leaves its trajectory. */
final class ProgramPresets {
    private static final String RESOURCE = "programs.json";
    private static final String PROTOCOL = "protocol";

    private final Map<String, Map<String, String>> byName;

    private ProgramPresets(Map<String, Map<String, String>> byName) {
        this.byName = byName;
    }

    /** Read those that come with this library. */
    static ProgramPresets shipped() {
        try (InputStream in = Objects.requireNonNull(ProgramPresets.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new ProgramPresets(Map.of())
                    .with(RESOURCE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * Add those of a user's file; one whose name is there already is replaced.
     *
     * @throws InputException if it cannot be read
     */
    ProgramPresets with(Path file) {
        try {
            return with(file.toString(), Files.readString(file));
        } catch (IOException unreadable) {
            throw new InputException("The file of programs " + file + " cannot be read: " + unreadable.getMessage()
                    + ". Give an existing JSON file: {\"NAME\": {\"run\": \"COMMANDS\"}}", unreadable);
        }
    }

    private ProgramPresets with(String place, String json) {
        TreeReader presets = TreeReader.ofJson(place, json);
        Map<String, Map<String, String>> all = new TreeMap<>(byName);
        presets.asMap().keySet().forEach(name -> all.put(name, presets.child(name, ProgramPresets::parameters)));
        return new ProgramPresets(all);
    }

    /** The protocol is for people: it says which server a program needs. */
    private static Map<String, String> parameters(TreeReader preset) {
        Map<String, String> parameters = new LinkedHashMap<>();
        preset.asMap().keySet().stream().filter(key -> !key.equals(PROTOCOL))
                .forEach(key -> parameters.put(key, preset.text(key)));
        return parameters;
    }

    /** List their names. */
    List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /**
     * Return the parameters of a program.
     *
     * @throws ConfigurationException if its name is not known; the message names the nearest
     */
    Map<String, String> require(String name) {
        Map<String, String> known = byName.get(name);
        if (known == null) {
            String nearest = NearestNames.of(name, names());
            throw new ConfigurationException("There is no program '" + name + "'."
                    + (nearest.isEmpty()
                            ? " There are " + String.join(", ", names())
                            : " Did you mean " + nearest + "?")
                    + " Others come from a file: programs=FILE");
        }
        return known;
    }
}
