package dev.ipw.agents.tool.web;

import dev.ipw.agents.ToolException;
import dev.ipw.agents.tool.web.PageFetcher.Page;
import dev.ipw.benchmarks.document.DocumentException;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.benchmarks.document.PageSelection;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a fetched page, depending on the server's content type. */
final class PageText {
    private static final int SHOWN_CHARACTERS = 100;
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([^\";\\s]+)");
    private static final Set<String> HTML = Set.of("text/html", "application/xhtml+xml");
    private static final Set<String> TEXT = Set.of("application/json", "application/xml", "application/javascript",
            "application/x-yaml", "application/yaml", "application/x-ndjson");

    private PageText() {}

    static String of(Page page, boolean withLinks) throws ToolException, InterruptedException {
        String said = page.type().orElse("text/html");
        String type = said.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        try {
            if (HTML.contains(type)) {
                return HtmlText.of(page.body(), charset(said), page.address(), withLinks);
            }
            if (type.startsWith("text/") || TEXT.contains(type) || type.endsWith("+json") || type.endsWith("+xml")) {
                return charset(said).orElse(StandardCharsets.UTF_8).newDecoder().decode(ByteBuffer.wrap(page.body()))
                        .toString();
            }
        } catch (CharacterCodingException broken) {
            throw new ToolException("What lies there is no text in the characters that the server names", broken);
        } catch (IOException broken) {
            throw new ToolException("The page cannot be read: " + broken.getMessage(), broken);
        }
        return documentText(page, type);
    }

    /**
     * Returns the text of a document. Many servers declare a document only as bytes, so its content determines its
     * type.
     */
    private static String documentText(Page page, String type) throws ToolException, InterruptedException {
        try {
            Optional<String> text = DocumentReader.read(page.body(), PageSelection.ALL);
            if (text.isPresent()) {
                return text.get();
            }
        } catch (DocumentException unreadable) {
            throw new ToolException("The document " + unreadable.getMessage(), unreadable);
        }
        throw new ToolException("What lies there is of the type '" + Excerpt.of(type, SHOWN_CHARACTERS)
                + "', of which no text can be shown");
    }

    private static Optional<Charset> charset(String type) {
        Matcher named = CHARSET.matcher(type);
        if (!named.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Charset.forName(named.group(1)));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return Optional.empty();
        }
    }
}
