package dev.ipw.agents.tool.web;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;

/** The text of an HTML page as a person sees it: blocks on lines of their own, no scripts, styles and forms. */
final class HtmlText {
    private static final Set<String> UNSEEN = Set.of("script", "style", "noscript", "template", "svg", "head", "iframe",
            "object", "canvas", "select", "button");
    private static final Set<String> HEADINGS = Set.of("h1", "h2", "h3", "h4", "h5", "h6");

    private static final Set<String> CELLS = Set.of("td", "th");
    /**
     * Blanks at the end of a line. A match begins only at the first of several blanks: otherwise each blank of a long
     * row would be tried as a start.
     */
    private static final Pattern LINE_TAIL = Pattern.compile("(?<![ \\t])[ \\t]++\\n");

    private HtmlText() {}

    /**
     * Returns the text of a page.
     *
     * @param html      its bytes
     * @param charset   the server's charset; otherwise the page's own declaration counts, then UTF-8
     * @param address   its address, to complete its links
     * @param withLinks whether the address of each link follows its text
     * @return the text; the title is its first line if there is one
     */
    static String of(byte[] html, Optional<Charset> charset, URI address, boolean withLinks) throws IOException {
        Document page = Jsoup.parse(new ByteArrayInputStream(html), charset.map(Charset::name).orElse(null),
                address.toString());
        Lines lines = new Lines(withLinks);
        NodeTraversor.filter(lines, page);
        String title = page.title().strip();
        String text = lines.text();
        return title.isEmpty() ? text : "Title: " + title + "\n\n" + text;
    }

    /** The lines of a page's text while they are collected. */
    private static final class Lines implements NodeFilter {
        private final boolean withLinks;
        private final StringBuilder text = new StringBuilder();

        Lines(boolean withLinks) {
            this.withLinks = withLinks;
        }

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode words) {
                add(words);
            } else if (node instanceof Element element) {
                if (UNSEEN.contains(element.normalName()) || element.hasAttr("hidden")) {
                    return FilterResult.SKIP_ENTIRELY;
                }
                begin(element);
            }
            return FilterResult.CONTINUE;
        }

        @Override
        public FilterResult tail(Node node, int depth) {
            if (node instanceof Element element) {
                end(element);
            }
            return FilterResult.CONTINUE;
        }

        private void begin(Element element) {
            String name = element.normalName();
            if ((element.isBlock() && !CELLS.contains(name)) || name.equals("br")) {
                breakLine();
            }
            if (HEADINGS.contains(name)) {
                breakLine();
                text.append("\n").append("#".repeat(name.charAt(1) - '0')).append(' ');
            } else if (name.equals("li")) {
                text.append("- ");
            } else if (name.equals("img") && element.hasAttr("alt") && !element.attr("alt").isBlank()) {
                text.append('[').append(element.attr("alt").strip()).append(']');
            }
        }

        private void end(Element element) {
            String name = element.normalName();
            if (CELLS.contains(name)) {
                text.append('\t');
            } else if (name.equals("a") && withLinks && element.absUrl("href").startsWith("http")) {
                text.append(" <").append(element.absUrl("href")).append('>');
            } else if (element.isBlock()) {
                breakLine();
            }
        }

        private void add(TextNode words) {
            Element parent = words.parent();
            if (parent != null && parent.closest("pre, textarea") != null) {
                text.append(words.getWholeText());
                return;
            }
            String flowing = words.getWholeText().replaceAll("\\s+", " ");
            boolean isAtStart = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1));
            text.append(isAtStart ? flowing.stripLeading() : flowing);
        }

        private void breakLine() {
            while (!text.isEmpty()
                    && (text.charAt(text.length() - 1) == ' ' || text.charAt(text.length() - 1) == '\t')) {
                text.setLength(text.length() - 1);
            }
            if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
                text.append('\n');
            }
        }

        String text() {
            return LINE_TAIL.matcher(text).replaceAll("\n").replaceAll("\\n{3,}", "\n\n").strip();
        }
    }
}
