package dev.ipw.report.markup;

import dev.ipw.internal.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** The parts that stand in a page itself, so that it needs no other file: its JSON, styles and scripts. */
public final class InlineParts {
    private static final String FOLDER = "/dev/ipw/report/";
    /** Characters that could end the script element, break a line in it, or reverse the reading direction. */
    private static final Pattern UNSAFE = Pattern
            .compile("[<\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    private InlineParts() {}

    /**
     * Returns a page's JSON without characters that could end the script element: HTML ends it at the first end tag,
     * regardless of the JSON around it.
     */
    public static String json(Tree tree) {
        return UNSAFE.matcher(Json.write(Json.fromPlain(tree.values())))
                .replaceAll(found -> String.format(Locale.ROOT, "\\\\u%04x", (int) found.group().charAt(0)));
    }

    /** Returns a style or script by its name below the folder of reports. */
    public static String resource(String name) {
        try (InputStream bytes = Objects.requireNonNull(InlineParts.class.getResourceAsStream(FOLDER + name), name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
