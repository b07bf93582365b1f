package dev.ipw.report.view;

import dev.ipw.report.markup.InlineParts;
import dev.ipw.report.markup.Markup;

/** The parts that all pages have: style, the way back, the JSON of the page, the script. */
final class PageFrame {
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
                        + " - Intelligence per Watt</title>\n<style>\n" + InlineParts.resource("report.css")
                        + InlineParts.resource("view/view.css")
                        + "</style>\n</head>\n<body>\n<header class=\"top\"><nav class=\"way\" "
                        + "aria-label=\"Way\"><a href=\"" + address.toRoot() + "index.html\">Runs</a>" + way
                        + "</nav><button type=\"button\" id=\"theme\" aria-label=\"Switch between light and dark\">light / dark"
                        + "</button></header>\n<main>\n" + page
                        + "</main>\n<script type=\"application/json\" id=\"ipw-page\">"
                        + InlineParts.json(page.tree()) + "</script>\n<script>\n" + InlineParts.resource("tables.js")
                        + InlineParts.resource("view/view.js")
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
}
