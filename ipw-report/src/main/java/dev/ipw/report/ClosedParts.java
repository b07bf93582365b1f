package dev.ipw.report;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;

/**
 * The closed parts of a page of many runs, removed from its markup, where they would be most of the page. They are
 * stored compressed, and inserted again when a reader opens them.
 *
 * @param markup the page's markup, in which each closed part has only its summary and the number of its content
 * @param parts  the removed parts
 */
record ClosedParts(String markup, List<String> parts) {
    /** The separator between parts; it occurs in no text of a page. */
    private static final String BETWEEN = "\u001e";
    private static final Pattern EDGE = Pattern.compile("<details\\b[^>]*><summary>.*?</summary>|</details>");

    /** Copies the list. */
    ClosedParts {
        parts = List.copyOf(parts);
    }

    /** Removes the outermost closed parts. */
    static ClosedParts of(String sections) {
        StringBuilder markup = new StringBuilder();
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        Matcher edge = EDGE.matcher(sections);
        while (edge.find()) {
            boolean isEnd = edge.group().equals("</details>");
            depth -= isEnd ? 1 : 0;
            if (depth == 0 && isEnd) {
                parts.add(sections.substring(begin, edge.start()));
                begin = edge.start();
            } else if (depth == 0) {
                markup.append(sections, begin, edge.start()).append("<details data-closed=\"").append(parts.size())
                        .append('"').append(edge.group().substring("<details".length()));
                begin = edge.end();
            }
            depth += isEnd ? 0 : 1;
        }
        return new ClosedParts(markup.append(sections.substring(begin)).toString(), parts);
    }

    /** Returns the parts in the form of the page: joined, compressed with gzip, in Base64. */
    String packed() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(String.join(BETWEEN, parts).getBytes(StandardCharsets.UTF_8));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
