package dev.ipw.report;

import dev.ipw.internal.tree.TreeReader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern DIGIT = Pattern.compile("\\p{Nd}");
    private static final Pattern BARE_NUMBER = Pattern.compile("[-+]?[\\d.,\u202f]+");

    private final Tree json;
    private final Element body;
    private int figures;

    ReadReport(String html) throws Exception {
        Matcher found = JSON.matcher(html);
        assertThat(found.find()).as("the report's JSON").isTrue();
        json = new Tree(new LinkedHashMap<>(TreeReader.ofJson("report", found.group(1)).asMap()));
        Matcher page = BODY.matcher(html);
        assertThat(page.find()).as("the report's body").isTrue();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        body = factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader("<body>" + page.group(1) + "</body>")))
                .getDocumentElement();
    }

    Tree json() {
        return json;
    }

    /** Give all words of the body. */
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
            assertThat(element.getTextContent().strip()).as("a label that is a number")
                    .doesNotMatch(BARE_NUMBER.pattern());
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
        }
    }

    /** What no page can show is a mark in it. */
    private static String visible(String text) {
        return text.replaceAll("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\u202a-\u202e\u2066-\u2069]", "\ufffd");
    }
}
