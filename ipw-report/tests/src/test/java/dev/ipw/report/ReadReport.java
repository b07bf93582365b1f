package dev.ipw.report;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Tree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads a report back: its JSON, and its body as a tree of elements. Knows nothing of how the report was written. */
final class ReadReport {
    private static final Pattern JSON = Pattern.compile(
            "<script type=\"application/json\" id=\"ipw-report\">(.*?)</script>", Pattern.DOTALL);
    private static final Pattern BODY = Pattern.compile("<body>(.*?)<script", Pattern.DOTALL);
    private static final Pattern CLOSED = Pattern
            .compile("<script type=\"text/plain\" id=\"ipw-closed\">(.*?)</script>", Pattern.DOTALL);
    private static final Pattern PLACE = Pattern
            .compile("(<details data-closed=\"(\\d+)\"[^>]*><summary>.*?</summary>)</details>");
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    /** A figure with a unit is no label: it has to be traceable. The level of all intervals is no measurement. */
    private static final Pattern MEASUREMENT = Pattern
            .compile("[\\d.,]\\s*((\u00b5|m|k)?(s|J|W|Wh)(/token)?|1/[JWs]|tokens?(/s)?|USD|g|%)(?![\\w%])");
    private static final Set<String> LEVELS = Set.of("95 %");
    private static final Map<String, String> UNITS_OF_NAMES = Map.of("seconds", "s", "joules", "J", "watts", "W", "usd",
            "USD");
    private static final List<String> PREFIXED = List.of("s", "J", "W", "s/token", "J/token", "W/token");
    private static final Pattern BARE_NUMBER = Pattern.compile("[-+]?[\\d.,\u202f]+");

    private final Tree json;
    private final Element body;
    private int figures;

    ReadReport(String html) throws Exception {
        Matcher found = JSON.matcher(html);
        assertThat(found.find()).as("the report's JSON").isTrue();
        json = new Tree(new LinkedHashMap<>(TreeReader.ofJson("report", found.group(1)).asMap()));
        Matcher page = BODY.matcher(opened(html));
        assertThat(page.find()).as("the report's body").isTrue();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        body = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader("<body>" + page.group(1) + "</body>")))
                .getDocumentElement();
    }

    /** Put what is closed, and kept compressed, where it belongs. */
    private static String opened(String html) throws IOException {
        Matcher packed = CLOSED.matcher(html);
        if (!packed.find()) {
            assertThat(html).doesNotContain("data-closed=");
            return html;
        }
        try (InputStream bytes = new GZIPInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(packed.group(1))))) {
            String[] parts = new String(bytes.readAllBytes(), StandardCharsets.UTF_8).split("\u001e", -1);
            String whole = PLACE.matcher(html).replaceAll(place -> Matcher
                    .quoteReplacement(place.group(1) + parts[Integer.parseInt(place.group(2))] + "</details>"));
            assertThat(PLACE.matcher(html).results().count()).as("places of closed parts").isEqualTo(parts.length);
            return whole;
        }
    }

    Tree json() {
        return json;
    }

    /** Return all words of the body. */
    String words() {
        return body.getTextContent();
    }

    /** List the charts' keys. */
    List<String> charts() {
        List<String> keys = new ArrayList<>();
        NodeList found = body.getElementsByTagName("figure");
        for (int place = 0; place < found.getLength(); place++) {
            keys.add(((Element) found.item(place)).getAttribute("data-chart"));
        }
        return keys;
    }

    /**
     * Check that every figure is the JSON's, rounded as it says, and that no digit stands anywhere else.
     *
     * @return how many figures there are
     */
    int checkFigures() {
        figures = 0;
        check(body, null, false);
        return figures;
    }

    private void check(Node node, @Nullable Element keyed, boolean isLabel) {
        if (node.getNodeType() == Node.TEXT_NODE) {
            boolean free = keyed == null && !isLabel;
            assertThat(free && DIGIT.matcher(node.getTextContent()).find())
                    .as("digits outside of any figure: " + node.getTextContent()).isFalse();
            return;
        }
        if (!(node instanceof Element element)) {
            return;
        }
        boolean hasKey = element.hasAttribute("data-key");
        if (hasKey) {
            checkFigure(element);
        }
        if (element.hasAttribute("data-text")) {
            String label = element.getTextContent().strip();
            assertThat(label).as("a label that is a number").doesNotMatch(BARE_NUMBER.pattern());
            assertThat(!LEVELS.contains(label) && MEASUREMENT.matcher(label).find())
                    .as("a label that is a measurement: " + label).isFalse();
        }
        if (element.getAttribute("class").equals("interval")) {
            checkInterval(element);
        }
        for (Node child = element.getFirstChild(); child != null; child = child.getNextSibling()) {
            check(child, hasKey ? element : keyed, isLabel || element.hasAttribute("data-text"));
        }
    }

    private void checkFigure(Element element) {
        String key = element.getAttribute("data-key");
        Object value = json.value(key);
        String shown = element.getTextContent();
        if (shown.equals("\u2013")) {
            assertThat(value).as(key).isNull();
        } else if (element.getAttribute("data-format").equals("text")) {
            assertThat(value).as(key).isInstanceOf(String.class);
            assertThat(shown).as(key).isEqualTo(visible((String) value));
        } else if (element.getAttribute("data-format").equals("begin")) {
            assertThat(visible((String) value)).as(key).startsWith(shown);
        } else if (element.getAttribute("data-format").equals("rest")) {
            assertThat(visible((String) value)).as(key).endsWith(shown);
        } else if (element.hasAttribute("data-below")) {
            assertThat(json.number(key).orElseThrow()).as(key)
                    .isLessThan(Double.parseDouble(element.getAttribute("data-below")));
            assertThat(shown).isEqualTo("< " + element.getAttribute("data-below"));
        } else {
            figures++;
            assertThat(value).as(key).isInstanceOf(Number.class);
            BigDecimal expected = new BigDecimal(String.valueOf(value))
                    .multiply(new BigDecimal(element.getAttribute("data-factor")))
                    .setScale(Integer.parseInt(element.getAttribute("data-decimals")), RoundingMode.HALF_UP);
            assertThat(shown.replace("\u202f", "")).as(key).isEqualTo(expected.toPlainString());
            checkUnit(element, key);
        }
    }

    /** What a figure was multiplied with follows from the unit beside it, and that from what its name says. */
    private static void checkUnit(Element figure, String key) {
        String unit = unit(figure);
        double factor = Double.parseDouble(figure.getAttribute("data-factor"));
        String base = unit;
        double expected = unit.equals("%") || unit.equals("points")
                ? 100
                : unit.startsWith("USD per 1,000 ") ? 1000 : 1;
        if (unit.matches("[\u00b5mk].+") && PREFIXED.contains(unit.substring(1))) {
            base = unit.substring(1);
            expected = switch (unit.charAt(0)) {
                case '\u00b5' -> 1e6;
                case 'm' -> 1e3;
                default -> 1e-3;
            };
        }
        assertThat(factor).as(key + " in " + unit).isEqualTo(expected);
        String name = key.substring(key.lastIndexOf('.') + 1);
        String word = name.substring(name.lastIndexOf('_') + 1);
        if (name.contains("_") && !name.contains("_per_") && UNITS_OF_NAMES.containsKey(word)) {
            assertThat(base).as(key).isEqualTo(UNITS_OF_NAMES.get(word));
        }
    }

    /** The unit stands behind the figure; the bounds of an interval have that of the figure before it. */
    private static String unit(Element figure) {
        if (figure.getParentNode() instanceof Element range && range.getAttribute("class").equals("range")
                && range.getLastChild() instanceof Element last) {
            return last.getAttribute("class").equals("unit") ? last.getTextContent() : "";
        }
        if (figure.getParentNode() instanceof Element parent && parent.getAttribute("class").equals("interval")) {
            return unit(figureOf(parent));
        }
        Node next = figure.getNextSibling();
        if (next != null && next.getNodeType() == Node.TEXT_NODE && next.getTextContent().equals("\u00a0")) {
            next = next.getNextSibling();
        }
        return next instanceof Element unit && unit.getAttribute("class").equals("unit") ? unit.getTextContent() : "";
    }

    private static Element figureOf(Element interval) {
        Node before = interval.getPreviousSibling();
        while (!(before instanceof Element figure && figure.getAttribute("class").equals("figure"))) {
            assertThat(before).as("the figure of an interval").isNotNull();
            before = before.getPreviousSibling();
        }
        return figure;
    }

    private static void checkInterval(Element interval) {
        Element figure = figureOf(interval);
        double value = shown(figure);
        NodeList bounds = interval.getElementsByTagName("span");
        assertThat(bounds.getLength()).isEqualTo(2);
        for (int place = 0; place < 2; place++) {
            Element bound = (Element) bounds.item(place);
            if (bound.getAttribute("class").equals("figure")) {
                assertThat(place == 0 ? shown(bound) <= value : shown(bound) >= value)
                        .as(figure.getTextContent() + " in " + interval.getTextContent() + " of "
                                + figure.getAttribute("data-key"))
                        .isTrue();
            }
        }
    }

    private static double shown(Element figure) {
        return Double.parseDouble(figure.getTextContent().replace("\u202f", ""));
    }

    /** What no page can show is a mark in it. */
    private static String visible(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]", "\ufffd");
    }
}
