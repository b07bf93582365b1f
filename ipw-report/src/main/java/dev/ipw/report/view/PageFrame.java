package dev.ipw.report.view;

import dev.ipw.internal.json.Json;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Pattern;

/** The parts that all pages have: style, the way back, the JSON of the page, the script. */
final class PageFrame {
    /** Characters that could end the script element, break a line in it, or reverse the reading direction. */
    private static final Pattern UNSAFE = Pattern
            .compile("[<\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]");

    private PageFrame() {}

    /**
     * Writes a page.
     *
     * @param address its address
     * @param title   its title
     * @param way     the links above it, as markup
     * @param page    its content
     */
    static ViewPage page(PageAddress address, String title, String way, Markup page) {
        // Nothing may be fetched from elsewhere: neither by mistake, nor by content from the data.
        return ViewPage
                .html("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta http-equiv=\""
                        + "Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src "
                        + "'unsafe-inline'; img-src data:; connect-src 'self'; form-action 'self'\"/>\n<meta name=\"viewport\" "
                        + "content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"referrer\" content=\"no-referrer\"/>"
                        + "\n<link rel=\"icon\" href=\"data:,\"/>\n<title>" + Markup.escaped(title)
                        + " - Intelligence per Watt</title>\n<style>\n" + resource("/dev/ipw/report/report.css")
                        + resource("view.css") + "</style>\n</head>\n<body>\n<header class=\"top\"><nav class=\"way\" "
                        + "aria-label=\"Way\"><a href=\"" + address.toRoot() + "index.html\">Runs</a>" + way
                        + "</nav><button type=\"button\" id=\"theme\" aria-label=\"Switch between light and dark\">light / dark"
                        + "</button></header>\n<main>\n" + page
                        + "</main>\n<script type=\"application/json\" id=\"ipw-page\">"
                        + json(page.tree()) + "</script>\n<script>\n" + resource("view.js")
                        + "</script>\n</body>\n</html>\n");
    }

    /**
     * Writes a step of the way to a page.
     *
     * @param address its address; empty for the page itself
     * @param name    its name, which may hold anything
     */
    static String step(String address, String name) {
        String words = "<span data-text=\"1\">" + Markup.escaped(name) + "</span>";
        return " <span aria-hidden=\"true\">/</span> "
                + (address.isEmpty() ? words : "<a href=\"" + address + "\">" + words + "</a>");
    }

    private static String json(Tree tree) {
        return UNSAFE.matcher(Json.write(Json.fromPlain(tree.values())))
                .replaceAll(found -> String.format("\\\\u%04x", (int) found.group().charAt(0)));
    }

    private static String resource(String name) {
        try (InputStream bytes = Objects.requireNonNull(PageFrame.class.getResourceAsStream(name), name)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
