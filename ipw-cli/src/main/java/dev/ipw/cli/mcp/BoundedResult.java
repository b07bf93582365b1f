package dev.ipw.cli.mcp;

import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result of bounded length: an assistant's next request contains all of it. */
final class BoundedResult {
    private static final int MAX_CHARACTERS = 60_000;
    private static final int[] ELEMENTS = {500, 100, 20, 5};
    private static final int[] CHARACTERS = {8_000, 2_000, 500, 200};
    private static final String LEFT_OUT = "left_out";

    private final int elements;
    private final int characters;
    private final List<String> leftOut = new ArrayList<>();

    private BoundedResult(int elements, int characters) {
        this.elements = elements;
        this.characters = characters;
    }

    /** Formats a result as JSON; the omitted parts are listed under {@code left_out}. */
    static String json(TreeBuilder result) {
        String whole = result.json();
        for (int step = 0; step < ELEMENTS.length && whole.length() > MAX_CHARACTERS; step++) {
            BoundedResult bounded = new BoundedResult(ELEMENTS[step], CHARACTERS[step]);
            TreeBuilder shorter = TreeBuilder.object();
            result.build().forEach((name, value) -> shorter.put(name, bounded.of(name, value)));
            whole = shorter.put(LEFT_OUT, bounded.leftOut.stream().limit(ELEMENTS[step]).toList()).json();
        }
        return whole.length() <= MAX_CHARACTERS
                ? whole
                : Json.write(Json.object().put(LEFT_OUT,
                        "The result has " + whole.length() + " characters even when it is cut"
                                + " short. Ask for less, such as one request"));
    }

    private @Nullable Object of(String place, @Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> shorter = new LinkedHashMap<>();
                map.forEach((name, each) -> shorter.put(String.valueOf(name), of(place + "." + name, each)));
                yield shorter;
            }
            case List<?> list -> {
                if (list.size() > elements) {
                    leftOut.add(place + ": " + (list.size() - elements) + " of " + list.size() + " elements");
                }
                List<@Nullable Object> shorter = new ArrayList<>();
                list.stream().limit(elements).forEach(each -> shorter.add(of(place, each)));
                yield shorter;
            }
            case String text when text.length() > characters -> {
                leftOut.add(place + ": " + (text.length() - characters) + " of " + text.length() + " characters");
                yield Excerpt.start(text, characters);
            }
            case null, default -> value;
        };
    }
}
