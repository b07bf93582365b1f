package dev.ipw.agents.preset;

import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Settings by name.
 *
 * @param <T> the type of the settings
 */
public final class Presets<T> {
    private final String kind;
    private final BiFunction<String, TreeReader, T> reading;
    private final Map<String, T> byName;

    private Presets(String kind, BiFunction<String, TreeReader, T> reading, Map<String, T> byName) {
        this.kind = kind;
        this.reading = reading;
        this.byName = byName;
    }

    /**
     * Reads the presets of this library.
     *
     * @param <T>      the type of the settings
     * @param kind     the word for one of them in messages
     * @param owner    the class whose package contains the file
     * @param resource a file of JSON, an object by name
     * @param reading  reads one of them, given its name
     * @return the presets
     */
    public static <T> Presets<T> shipped(String kind, Class<?> owner, String resource,
            BiFunction<String, TreeReader, T> reading) {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(resource), resource)) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new Presets<>(kind, reading, Map.of()).with(TreeReader.ofJson(resource, json));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /**
     * Returns these presets with those of a user, which replace those with the same name.
     *
     * @param presets an object by name
     * @return the presets with them
     * @throws dev.ipw.error.InputException if one cannot be read
     */
    public Presets<T> with(TreeReader presets) {
        Map<String, T> all = new TreeMap<>(byName);
        presets.asMap().keySet()
                .forEach(name -> all.put(name, presets.child(name, one -> reading.apply(name, one))));
        return new Presets<>(kind, reading, all);
    }

    /**
     * Returns their names.
     *
     * @return all names, in order
     */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    /**
     * Returns all settings.
     *
     * @return all, by name
     */
    public List<T> all() {
        return List.copyOf(byName.values());
    }

    /**
     * Returns one of them.
     *
     * @param name its name
     * @return the settings; empty if the name is unknown
     */
    public Optional<T> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /**
     * Describes that a name is unknown.
     *
     * @param name the name
     * @return a sentence, and one with the nearest name
     */
    public String unknown(String name) {
        String nearest = NearestNames.of(name, names());
        return "There is no " + kind + " '" + name + "'."
                + (nearest.isEmpty() ? " There are " + String.join(", ", names()) : " Did you mean " + nearest + "?");
    }
}
