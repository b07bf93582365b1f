package dev.ipw.report;

import dev.ipw.internal.io.MarkupText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Write markup in which every figure names its key in the report's JSON. Everything that comes from data goes through
 * {@link #text}, {@link #figure} or {@link #label}, which escape it.
 */
final class Markup {
    private static final double SMALLEST_PROBABILITY = 0.001;
    private static final int COLOURS = 8;

    private final StringBuilder html = new StringBuilder(1 << 16);
    private final Tree tree;

    Markup(Tree tree) {
        this.tree = tree;
    }

    Tree tree() {
        return tree;
    }

    /** Write markup of our own, without anything that comes from data. */
    Markup raw(String markup) {
        html.append(markup);
        return this;
    }

    /** Write a name or another word that is no figure, though it may have digits in it. */
    Markup label(String words) {
        html.append("<span data-text=\"1\">").append(escaped(words)).append("</span>");
        return this;
    }

    /** Write a text of the JSON as it is; a dash if there is none. */
    Markup text(String key) {
        Optional<String> text = tree.text(key);
        html.append("<span data-key=\"").append(escaped(key)).append("\" data-format=\"text\">")
                .append(text.map(Markup::escaped).orElse("\u2013")).append("</span>");
        return this;
    }

    /** Write a number of the JSON with its unit; a dash if there is none. */
    Markup figure(String key, String unit) {
        return tree.value(key) instanceof Number known
                ? number(key, known, Rounding.of(known, unit)).unit(Rounding.of(known, unit))
                : absent(key);
    }

    /** Write a setting, such as a rate, as it was given; a dash if there is none. */
    Markup plain(String key) {
        return tree.value(key) instanceof Number known ? number(key, known, Rounding.plain(known)) : absent(key);
    }

    /** Write a limit that was set, in a unit that suits it. */
    Markup setting(String key, String unit) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        Rounding rounding = Rounding.setting(known, unit);
        return number(key, known, rounding).unit(rounding);
    }

    /** Write a probability; one that is next to nothing as being below a limit. */
    Markup probability(String key) {
        if (!(tree.value(key) instanceof Number known) || known.doubleValue() >= SMALLEST_PROBABILITY) {
            return figure(key, "");
        }
        html.append("<span class=\"figure\" data-key=\"").append(escaped(key)).append("\" data-below=\"")
                .append(SMALLEST_PROBABILITY).append("\">&lt; ").append(SMALLEST_PROBABILITY).append("</span>");
        return this;
    }

    /** Write a share of one in percent. */
    Markup percent(String key) {
        return tree.value(key) instanceof Number known
                ? number(key, known, Rounding.percent()).unit(Rounding.percent())
                : absent(key);
    }

    /** Write a number with its interval, whose keys end in {@code low} and {@code high}. */
    Markup estimate(String key, String low, String high, String unit) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        return within(key, known, low, high, Rounding.of(known, tree.number(low), tree.number(high), unit));
    }

    private Markup within(String key, Number known, String low, String high, Rounding rounding) {
        OptionalDouble from = tree.number(low);
        OptionalDouble to = tree.number(high);
        number(key, known, rounding.ofFigure(known.doubleValue(), from, to)).unit(rounding);
        return from.isEmpty() && to.isEmpty() ? this : interval(low, high, rounding);
    }

    /** Write a share of one with its interval in percent. */
    Markup percentEstimate(String key) {
        return percentEstimate(key, key + "_low", key + "_high");
    }

    /** Write a share of one in percent, with its interval whose keys are given. */
    Markup percentEstimate(String key, String low, String high) {
        return share(key, low, high, Rounding.percent());
    }

    /** Write a difference of two shares of one with its interval in points. */
    Markup points(String key, String low, String high) {
        return share(key, low, high, Rounding.points());
    }

    private Markup share(String key, String low, String high, Rounding without) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        return within(key, known, low, high,
                Rounding.ofShare(known, tree.number(low), tree.number(high), without));
    }

    private Markup interval(String low, String high, Rounding rounding) {
        return raw(" <span class=\"interval\">[").bound(low, rounding).raw(", ").bound(high, rounding).raw("]</span>");
    }

    /** A bound that is not zero tells on which side of it the interval lies. */
    private Markup bound(String key, Rounding rounding) {
        return tree.value(key) instanceof Number known
                ? number(key, known, rounding.showing(known.doubleValue()))
                : absent(key);
    }

    private Markup number(String key, Number value, Rounding rounding) {
        html.append("<span class=\"figure\" data-key=\"").append(escaped(key)).append("\" data-factor=\"")
                .append(rounding.factor()).append("\" data-decimals=\"").append(rounding.decimals()).append("\">")
                .append(rounding.text(value)).append("</span>");
        return this;
    }

    private Markup unit(Rounding rounding) {
        if (!rounding.unit().isEmpty()) {
            html.append("&#160;<span class=\"unit\" data-text=\"1\">").append(escaped(rounding.unit()))
                    .append("</span>");
        }
        return this;
    }

    private Markup absent(String key) {
        html.append("<span class=\"absent\" data-key=\"").append(escaped(key)).append("\">\u2013</span>");
        return this;
    }

    /** Write whatever a key holds, a number in the unit that its name tells: text, number, truth, or a list of them. */
    Markup value(String key) {
        Object value = tree.value(key);
        return switch (value) {
            case Number number -> figure(key, FigureUnit.of(key.substring(key.lastIndexOf('.') + 1)));
            case Boolean truth -> label(truth ? "yes" : "no");
            case List<?> list -> list(key, list.size());
            case Map<?, ?> map -> entries(key);
            case null, default -> text(key);
        };
    }

    private Markup list(String key, int size) {
        if (size == 0) {
            return label("\u2013");
        }
        for (int place = 0; place < size; place++) {
            raw(place == 0 ? "" : ", ").value(key + "." + place);
        }
        return this;
    }

    private Markup entries(String key) {
        String between = "";
        for (String name : tree.names(key)) {
            raw(between).label(name).raw(" ").value(key + "." + Tree.key(name));
            between = ", ";
        }
        return this;
    }

    /** Draw the mark of a run's colour; runs beyond the colours get them again, striped. */
    static String swatch(int run) {
        return "<i class=\"swatch c" + run % COLOURS + " d" + run / COLOURS + "\"></i>";
    }

    static String escaped(String text) {
        return MarkupText.escaped(text);
    }

    @Override
    public String toString() {
        return html.toString();
    }
}
