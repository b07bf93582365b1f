package dev.ipw.internal.yaml;

import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.io.Serial;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** A reader of YAML as plain values: no custom types, no values that contain themselves, nothing beyond its bounds. */
public final class YamlDocument {
    private static final int MAX_ALIASES = 50;
    private static final int MAX_LEVELS = 50;
    private static final int MAX_CHARACTERS = 3 << 20;
    /** The maximum number of values: aliases of aliases can make a few lines into more values than memory can hold. */
    private static final int MAX_VALUES = 1 << 20;
    private static final int MAX_SHOWN = 200;

    private int values;

    private YamlDocument() {}

    /**
     * Reads a document.
     *
     * @param text   the document
     * @param source the name of its file in messages
     * @return a map with text keys, a list, text, Long, Double or Boolean, nested likewise, with null for empty values;
     *         dates stay text as written. An empty map if the document is empty
     * @throws InputException if it is not YAML, or beyond the bounds
     */
    public static Object parse(String text, String source) {
        try {
            Object document = parser().load(text);
            Object plain = new YamlDocument().plain(document, 0);
            return plain == null ? Map.of() : plain;
        } catch (MarkedYAMLException torn) {
            String line = torn.getProblemMark() == null ? "" : ", line " + (torn.getProblemMark().getLine() + 1);
            throw new InputException(source + line + ": not YAML as it should be ("
                    + Excerpt.of(String.valueOf(torn.getProblem()), MAX_SHOWN) + "); correct it there", torn);
        } catch (YAMLException beyond) {
            throw new InputException(source + ": not YAML that is read ("
                    + Excerpt.of(String.valueOf(beyond.getMessage()), MAX_SHOWN) + "); write it simpler", beyond);
        } catch (TooLargeException tooLarge) {
            throw new InputException(source + ": the document holds itself, or more than " + MAX_VALUES
                    + " values; write it without aliases", tooLarge);
        }
    }

    private static Yaml parser() {
        LoaderOptions bounds = new LoaderOptions();
        bounds.setMaxAliasesForCollections(MAX_ALIASES);
        bounds.setCodePointLimit(MAX_CHARACTERS);
        bounds.setNestingDepthLimit(MAX_LEVELS);
        bounds.setAllowDuplicateKeys(false);
        bounds.setAllowRecursiveKeys(false);
        DumperOptions unused = new DumperOptions();
        return new Yaml(new SafeConstructor(bounds), new Representer(unused), unused, bounds, new WithoutDates());
    }

    private @Nullable Object plain(@Nullable Object value, int level) {
        values++;
        if (level > MAX_LEVELS || values > MAX_VALUES) {
            throw new TooLargeException();
        }
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                map.forEach((key, field) -> fields.put(String.valueOf(key), plain(field, level + 1)));
                yield fields;
            }
            case Collection<?> elements -> {
                List<@Nullable Object> list = new ArrayList<>();
                elements.forEach(element -> list.add(plain(element, level + 1)));
                yield list;
            }
            case Integer whole -> whole.longValue();
            case Long whole -> whole;
            case Double real -> Double.isFinite(real) ? real : null;
            case Boolean truth -> truth;
            case Date date -> date.toInstant().toString();
            default -> value.toString();
        };
    }

    /** A resolver that keeps dates as text. */
    private static final class WithoutDates extends Resolver {
        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.BOOL, BOOL, "yYnNtTfFoO");
            addImplicitResolver(Tag.INT, INT, "-+0123456789");
            addImplicitResolver(Tag.FLOAT, FLOAT, "-+0123456789.");
            addImplicitResolver(Tag.MERGE, MERGE, "<");
            addImplicitResolver(Tag.NULL, NULL, "~nN\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }

    /** A document with more values than the bounds allow. */
    private static final class TooLargeException extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;
    }
}
