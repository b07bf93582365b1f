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
 * Read values by their names from a YAML or JSON file.
 *
 * @param path the file
 */
record OptionsFile(Path path) {
    private static final int MOST_BYTES = 1 << 20;

    /**
     * Read it.
     *
     * @return the values, in the order of the file
     * @throws InputException if it cannot be read, or holds no names with values
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
            throw new InputException(path + ", line " + (torn.getProblemMark().getLine() + 1)
                    + ": neither YAML nor JSON: " + torn.getProblem());
        } catch (YAMLException torn) {
            throw new InputException(path + " is neither YAML nor JSON");
        }
        if (!(content instanceof Map<?, ?> values)) {
            throw new InputException(path + " must hold options by their names, such as 'concurrency: 8'");
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
        try (InputStream stream = Files.newInputStream(path)) {
            byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new InputException(path + " is larger than " + MOST_BYTES + " bytes; name a file of options");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new InputException("The file of options " + path.toAbsolutePath().normalize() + " cannot be read: "
                    + (failed instanceof NoSuchFileException ? "there is none" : failed.getMessage()), failed);
        }
    }
}
