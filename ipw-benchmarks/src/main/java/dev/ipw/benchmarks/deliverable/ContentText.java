package dev.ipw.benchmarks.deliverable;

import dev.ipw.benchmarks.document.DocumentBounds;
import dev.ipw.benchmarks.document.DocumentException;
import dev.ipw.benchmarks.document.DocumentKind;
import dev.ipw.benchmarks.document.DocumentReader;
import dev.ipw.benchmarks.document.PageSelection;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.VisibleText;
import java.time.Duration;
import java.util.Optional;

/**
 * The text of a file.
 *
 * @param mediaType the media type of the file
 * @param text      its text within the bounds, and notes on skipped parts
 */
record ContentText(String mediaType, String text) {
    /** The maximum number of characters of one file. */
    static final int MAX_CHARACTERS = 16_000;
    private static final int MAX_PAGES = 20;
    private static final int MAX_ROWS = 80;
    private static final int MAX_COLUMNS = 30;
    private static final String NO_TEXT = "[holds no text]";

    /**
     * Reads a file.
     *
     * @param name    its name, from which the kind of a text is known
     * @param bytes   its content
     * @param timeout the maximum time
     */
    static ContentText of(String name, byte[] bytes, Duration timeout) throws InterruptedException {
        return read(name, bytes, timeout, true);
    }

    /** Reads a file within a zip; further zips in it are not opened. */
    static ContentText ofEntry(String name, byte[] bytes, Duration timeout) throws InterruptedException {
        return read(name, bytes, timeout, false);
    }

    private static ContentText read(String name, byte[] bytes, Duration timeout, boolean opensZip)
            throws InterruptedException {
        Optional<String> signature = MediaType.of(bytes);
        if (DocumentReader.isDocument(bytes)) {
            try {
                Optional<DocumentKind> kind = DocumentKind.of(bytes);
                if (kind.isPresent()) {
                    return document(kind.get(), bytes, timeout);
                }
            } catch (DocumentException unreadable) {
                return new ContentText(signature.orElse(MediaType.UNKNOWN),
                        notRead(String.valueOf(unreadable.getMessage())));
            }
        }
        if (signature.filter(MediaType.ZIP::equals).isPresent()) {
            return new ContentText(MediaType.ZIP, opensZip ? ZipText.of(bytes, timeout) : notRead("is a zip in a zip"));
        }
        if (signature.isPresent()) {
            return new ContentText(signature.get(), notRead("is no text and no document"));
        }
        return PlainText.of(bytes, MAX_CHARACTERS)
                .map(text -> new ContentText(MediaType.ofText(name),
                        text.isBlank() ? NO_TEXT : cut(text, bytes.length)))
                .orElseGet(() -> new ContentText(MediaType.UNKNOWN, notRead("is no text and no document")));
    }

    private static ContentText document(DocumentKind kind, byte[] bytes, Duration timeout)
            throws InterruptedException {
        try {
            String text = DocumentReader.read(bytes, PageSelection.ALL, new DocumentBounds(MAX_CHARACTERS, MAX_PAGES,
                    MAX_ROWS, MAX_COLUMNS, true, false, timeout)).orElse("");
            return new ContentText(kind.mediaType(), text.isBlank() ? NO_TEXT : VisibleText.field(text));
        } catch (DocumentException unreadable) {
            return new ContentText(kind.mediaType(), notRead(String.valueOf(unreadable.getMessage())));
        }
    }

    static String notRead(String why) {
        return "[not read: it " + VisibleText.line(Excerpt.start(why, 300)) + "]";
    }

    private static String cut(String text, long bytes) {
        String visible = VisibleText.field(text);
        return visible.length() <= MAX_CHARACTERS
                ? visible
                : Excerpt.start(visible, MAX_CHARACTERS) + "\n[the file is longer; of its " + bytes
                        + " bytes only the first " + MAX_CHARACTERS + " characters are read]";
    }
}
