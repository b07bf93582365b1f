package dev.ipw.cli;

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
 * Read a file of YAML or JSON that a person wrote.
 *
 * @param file  which
 * @param what  what it is a file of, for messages
 * @param holds what it must hold, for messages
 */
record YamlFile(Path file, String what, String holds) {
    private static final int MOST_BYTES = 1 << 20;

    /** Read a file of options. */
    static YamlFile ofOptions(Path file) {
        return new YamlFile(file, "options", "options by their names, such as 'concurrency: 8'");
    }

    /**
     * Read its values by their names.
     *
     * @throws InputException if it is missing, too large, or no YAML with names at its top
     */
    Map<String, @Nullable Object> read() {
        LoaderOptions bounds = new LoaderOptions();
        bounds.setAllowDuplicateKeys(false);
        bounds.setCodePointLimit(MOST_BYTES);
        Object content;
        try {
            content = new Yaml(new SafeConstructor(bounds)).load(text());
        } catch (MarkedYAMLException torn) {
            // Only where: what stands there may be a key.
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

    /** Take the keys of a mapping as texts. */
    static Map<String, @Nullable Object> byName(Map<?, ?> values) {
        Map<String, @Nullable Object> byName = new LinkedHashMap<>();
        values.forEach((key, value) -> byName.put(String.valueOf(key), value));
        return byName;
    }

    private String text() {
        try (InputStream stream = Files.newInputStream(file)) {
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new InputException(file + " is larger than " + MOST_BYTES + " bytes; name a file of " + what);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new InputException("The file of " + what + " " + file.toAbsolutePath().normalize()
                    + " cannot be read: "
                    + (failed instanceof NoSuchFileException ? "there is none" : failed.getMessage()), failed);
        }
    }
}
