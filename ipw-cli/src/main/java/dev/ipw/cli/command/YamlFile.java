package dev.ipw.cli.command;

import dev.ipw.error.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * A YAML or JSON file that a person wrote.
 *
 * @param file  its path
 * @param what  its kind, for messages
 * @param holds its required content, for messages
 */
public record YamlFile(Path file, String what, String holds) {
    private static final int MAX_BYTES = 1 << 20;

    /** Reads a file of options. */
    public static YamlFile ofOptions(Path file) {
        return new YamlFile(file, "options", "options by their names, such as 'concurrency: 8'");
    }

    /**
     * Reads the values by name.
     *
     * @throws InputException if it is missing, too large, or not YAML with names at the top
     */
    public Map<String, @Nullable Object> read() {
        LoaderOptions bounds = new LoaderOptions();
        bounds.setAllowDuplicateKeys(false);
        bounds.setCodePointLimit(MAX_BYTES);
        Object content;
        try {
            content = new Yaml(new SafeConstructor(bounds)).load(text());
        } catch (MarkedYAMLException torn) {
            // Only the position: the content may be a key.
            throw new InputException(file + ", line " + (torn.getProblemMark().getLine() + 1)
                    + ": neither YAML nor JSON: " + torn.getProblem());
        } catch (YAMLException torn) {
            throw new InputException(file + " is neither YAML nor JSON");
        }
        if (!(content instanceof Map<?, ?> values)) {
            throw new InputException(file + " must hold " + holds);
        }
        return byName(values);
    }

    /** Returns the keys of a mapping as texts. */
    public static Map<String, @Nullable Object> byName(Map<?, ?> values) {
        Map<String, @Nullable Object> byName = new LinkedHashMap<>();
        values.forEach((key, value) -> byName.put(String.valueOf(key), value));
        return byName;
    }

    private String text() {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InputException(file + " is larger than " + MAX_BYTES + " bytes; name a file of " + what);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new InputException("The file of " + what + " " + file.toAbsolutePath().normalize()
                    + " cannot be read: "
                    + (failed instanceof NoSuchFileException ? "there is none" : failed.getMessage()), failed);
        }
    }
}
