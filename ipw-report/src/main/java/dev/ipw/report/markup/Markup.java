package dev.ipw.report.markup;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.internal.io.MarkupText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML markup in which every figure names its key in the report's JSON. Everything that comes from data goes through
 * {@link #text}, {@link #figure} or {@link #label}, which escape it.
 */
public final class Markup {
    private static final double SMALLEST_PROBABILITY = 0.001;
    private static final int COLOURS = 8;
    /** The end of a first sentence, or of a first half of a long one. */
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=^.{20,400})([.] (?=\\p{Lu})|(?<=^.{60,400}); )");

    private final StringBuilder html = new StringBuilder(1 << 16);
    private final Tree tree;

    public Markup(Tree tree) {
        this.tree = tree;
    }

    public Tree tree() {
        return tree;
    }

    /** Writes constant markup that contains nothing from data. */
    public Markup raw(String markup) {
        html.append(markup);
        return this;
    }

    /** Ends the caption of a table, and begins its rows below the headings of its columns. */
    public Markup headings(List<String> columns) {
        raw("</caption><thead><tr>");
        columns.forEach(this::heading);
        return raw("</tr></thead><tbody>\n");
    }

    /** Writes the heading of a column. */
    public Markup heading(String words) {
        return raw("<th scope=\"col\">" + words + "</th>");
    }

    /** Writes the headings of columns with a run each. */
    public Markup runHeadings() {
        for (int run = 0; run < tree.runs(); run++) {
            raw("<th scope=\"col\">" + swatch(run)).text("runs." + run + ".name").raw("</th>");
        }
        return this;
    }

    /** Writes a cell of a table. */
    public Markup cell(Runnable content) {
        raw("<td>");
        content.run();
        return raw("</td>");
    }

    /** Ends a table. */
    public Markup endTable() {
        return raw("</tbody></table></div>\n");
    }

    /** Writes a name or another word that is not a figure, though it may contain digits. */
    public Markup label(String words) {
        html.append("<span data-text=\"1\">").append(escaped(words)).append("</span>");
        return this;
    }

    /** Writes a text of the JSON unchanged; a dash if it is absent. */
    public Markup text(String key) {
        Optional<String> text = tree.text(key);
        html.append("<span data-key=\"").append(escaped(key)).append("\" data-format=\"text\">")
                .append(text.map(Markup::escaped).orElse("\u2013")).append("</span>");
        return this;
    }

    /** Writes a number of the JSON with its unit; a dash if it is absent. */
    public Markup figure(String key, String unit) {
        return tree.value(key) instanceof Number known
                ? number(key, known, Rounding.of(known, unit)).unit(Rounding.of(known, unit))
                : absent(key);
    }

    /** Writes a setting, such as a rate, in its original digits; a dash if it is absent. */
    public Markup plain(String key) {
        return tree.value(key) instanceof Number known ? number(key, known, Rounding.plain(known)) : absent(key);
    }

    /** Writes a configured limit in a unit that suits it. */
    public Markup setting(String key, String unit) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        Rounding rounding = Rounding.setting(known, unit);
        return number(key, known, rounding).unit(rounding);
    }

    /** Writes a probability; a tiny one as being below a limit. */
    public Markup probability(String key) {
        if (!(tree.value(key) instanceof Number known) || known.doubleValue() >= SMALLEST_PROBABILITY) {
            return figure(key, "");
        }
        html.append("<span class=\"figure\" data-key=\"").append(escaped(key)).append("\" data-below=\"")
                .append(SMALLEST_PROBABILITY).append("\">&lt; ").append(SMALLEST_PROBABILITY).append("</span>");
        return this;
    }

    /** Writes a count with its noun, which is in the plural unless the count is one. */
    public Markup count(String key, String noun) {
        return figure(key, "").raw(" " + noun + (tree.number(key).orElse(0) == 1 ? "" : "s"));
    }

    /** Writes a fraction of one in percent. */
    public Markup percent(String key) {
        return tree.value(key) instanceof Number known
                ? number(key, known, Rounding.percent()).unit(Rounding.percent())
                : absent(key);
    }

    /** Writes a number with its interval, whose keys end in {@code low} and {@code high}. */
    public Markup estimate(String key, String low, String high, String unit) {
        return estimate(key, low, high, typical -> UnitScale.of(typical, unit));
    }

    /**
     * Writes a number with its interval in a scale of the caller's choice.
     *
     * @param scales returns the scale for a typical figure
     */
    public Markup estimate(String key, String low, String high, DoubleFunction<UnitScale> scales) {
        return tree.value(key) instanceof Number known
                ? within(key, known, low, high, Rounding.of(known, tree.number(low), tree.number(high), scales))
                : absent(key);
    }

    /** Writes a figure of an analysis with its interval, in the scale in which people read it. */
    public Markup estimate(String key, AnalysisColumn column) {
        return estimate(key, key + "_low", key + "_high", column);
    }

    /** Writes an estimate with the keys of its bounds, in the scale in which people read it. */
    public Markup estimate(String key, String low, String high, AnalysisColumn column) {
        return switch (column.scale()) {
            case UNIT -> estimate(key, low, high, column.unit());
            case PERCENT -> percentEstimate(key, low, high);
            default -> estimate(key, low, high, any -> new UnitScale(column.scale().factor(), column.shownUnit()));
        };
    }

    private Markup within(String key, Number known, String low, String high, Rounding rounding) {
        OptionalDouble from = tree.number(low);
        OptionalDouble to = tree.number(high);
        number(key, known, rounding.ofFigure(known.doubleValue(), from, to)).unit(rounding);
        return from.isEmpty() && to.isEmpty() ? this : interval(low, high, rounding);
    }

    /** Writes a number without its interval, in the digits that the interval justifies; {@code %} for a fraction of one. */
    public Markup rounded(String key, String low, String high, String unit) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        Rounding rounding = rounding(known, low, high, unit);
        return number(key, known, rounding.ofFigure(known.doubleValue(), tree.number(low), tree.number(high)))
                .unit(rounding);
    }

    /** Writes the interval of a number in words, without the number; an absent bound is open. */
    public Markup range(String key, String low, String high, String unit) {
        if (!(tree.value(key) instanceof Number known)) {
            return absent(key);
        }
        Rounding rounding = rounding(known, low, high, unit);
        raw("<span class=\"range\">");
        if (tree.has(low) && tree.has(high)) {
            bound(low, rounding).raw(" to ").bound(high, rounding);
        } else {
            raw(tree.has(low) ? "at least " : "at most ").bound(tree.has(low) ? low : high, rounding);
        }
        return unit(rounding).raw("</span>");
    }

    private Rounding rounding(Number known, String low, String high, String unit) {
        return unit.equals("%")
                ? Rounding.ofShare(known, tree.number(low), tree.number(high), Rounding.percent())
                : Rounding.of(known, tree.number(low), tree.number(high), typical -> UnitScale.of(typical, unit));
    }

    /** Writes the first sentence of a text of the JSON, with the rest closed below it. */
    public Markup begun(String key) {
        String text = tree.text(key).orElse("");
        Matcher end = SENTENCE_END.matcher(text);
        if (!end.find()) {
            return text(key);
        }
        html.append("<details><summary><span data-key=\"").append(escaped(key)).append("\" data-format=\"begin\">")
                .append(escaped(text.substring(0, end.start()))).append("</span></summary><span data-key=\"")
                .append(escaped(key)).append("\" data-format=\"rest\">").append(escaped(text.substring(end.end())))
                .append("</span></details>");
        return this;
    }

    /** Writes a fraction of one with its interval in percent. */
    public Markup percentEstimate(String key) {
        return percentEstimate(key, key + "_low", key + "_high");
    }

    /** Writes a fraction of one in percent, with the interval at the given keys. */
    public Markup percentEstimate(String key, String low, String high) {
        return share(key, low, high, Rounding.percent());
    }

    /** Writes a difference of two fractions of one with its interval in percentage points. */
    public Markup points(String key, String low, String high) {
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

    /**
     * Writes a bound of an interval. A non-zero bound is never rounded to zero, because it shows on which side of
     * zero the interval lies.
     */
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

    /** Writes the value of a key: a text, number without unit, truth value, or a list of them. */
    public Markup value(String key) {
        return value(key, Map.of());
    }

    /** Writes the value of a key; the numbers of an object have the units of their names. */
    public Markup value(String key, Map<String, String> units) {
        Object value = tree.value(key);
        return switch (value) {
            case Number number -> figure(key, "");
            case Boolean truth -> label(truth ? "yes" : "no");
            case List<?> list -> list(key, list.size());
            case Map<?, ?> map -> entries(key, units);
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

    private Markup entries(String key, Map<String, String> units) {
        String between = "";
        for (String name : tree.names(key)) {
            raw(between).label(name).raw(" ");
            String one = key + "." + Tree.key(name);
            if (units.containsKey(name)) {
                figure(one, units.getOrDefault(name, ""));
            } else {
                value(one);
            }
            between = ", ";
        }
        return this;
    }

    /** Returns the colour mark of a run; runs beyond the number of colours reuse them with stripes. */
    public static String swatch(int run) {
        return "<i class=\"swatch c" + run % COLOURS + " d" + run / COLOURS + "\"></i>";
    }

    public static String escaped(String text) {
        return MarkupText.escaped(text);
    }

    @Override
    public String toString() {
        return html.toString();
    }
}
