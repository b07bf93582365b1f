package dev.ipw.benchmarks.math;

import java.util.Map;
import java.util.Set;

/** The names of LaTeX that the reader knows. */
final class LatexNames {
    /** Commands that only style or space. */
    static final Set<String> IGNORED = Set.of("left", "right", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl",
            "Bigr", "biggl", "biggr", "displaystyle", "textstyle", "limits", "nolimits", "quad", "qquad", "middle",
            "thinspace", "hspace", "vspace", "phantom", "hfill", "mathstrut", "strut", "bf", "rm", "it", "boldsymbol",
            "bm", "ensuremath");
    /** Commands whose argument is words. */
    static final Set<String> TEXT = Set.of("text", "textbf", "textit", "textrm", "textnormal", "textsf", "texttt",
            "mbox", "hbox", "emph", "textup", "textsc");
    /** Commands whose argument is letters in a style, or the name of a function. */
    static final Set<String> STYLES = Set.of("mathrm", "operatorname", "mathbf", "mathit", "mathsf", "mathcal",
            "mathbb", "mathtt", "mathfrak", "vec");
    /** Commands that make another letter of a letter. */
    static final Set<String> ACCENTS = Set.of("overline", "bar", "hat", "underline", "tilde", "dot", "widehat");
    /** Functions of one argument. */
    static final Map<String, String> FUNCTIONS = Map.ofEntries(Map.entry("sin", "sin"), Map.entry("cos", "cos"),
            Map.entry("tan", "tan"), Map.entry("cot", "cot"), Map.entry("sec", "sec"), Map.entry("csc", "csc"),
            Map.entry("arcsin", "arcsin"), Map.entry("arccos", "arccos"), Map.entry("arctan", "arctan"),
            Map.entry("asin", "arcsin"), Map.entry("acos", "arccos"), Map.entry("atan", "arctan"),
            Map.entry("sinh", "sinh"),
            Map.entry("cosh", "cosh"), Map.entry("tanh", "tanh"), Map.entry("ln", "ln"), Map.entry("log", "log"),
            Map.entry("lg", "log"), Map.entry("exp", "exp"));
    /** Other names of the same command. */
    static final Map<String, String> ALIASES = Map.ofEntries(Map.entry("dfrac", "frac"), Map.entry("tfrac", "frac"),
            Map.entry("cfrac", "frac"), Map.entry("dbinom", "binom"), Map.entry("tbinom", "binom"),
            Map.entry("leq", "le"), Map.entry("leqslant", "le"), Map.entry("geq", "ge"), Map.entry("geqslant", "ge"),
            Map.entry("neq", "ne"), Map.entry("lt", "<"), Map.entry("gt", ">"), Map.entry("ast", "times"),
            Map.entry("bullet", "times"),
            Map.entry("cdot", "times"), Map.entry("infinity", "infty"), Map.entry("inf", "infty"),
            Map.entry("sim", "approx"),
            Map.entry("simeq", "approx"), Map.entry("lvert", "vert"), Map.entry("rvert", "vert"),
            Map.entry("mid", "vert"),
            Map.entry("lbrace", "\\{"), Map.entry("rbrace", "\\}"), Map.entry("lbrack", "["), Map.entry("rbrack", "]"),
            Map.entry("lparen", "("), Map.entry("rparen", ")"), Map.entry("backslash", "setminus"),
            Map.entry("degree", "circ"), Map.entry("varnothing", "emptyset"), Map.entry("colon", ":"),
            Map.entry("varphi", "phi"), Map.entry("varepsilon", "epsilon"), Map.entry("vartheta", "theta"));
    /** Commands that cannot be read as a letter: their meaning would be lost. */
    static final Set<String> UNREADABLE = Set.of("int", "iint", "oint", "prod", "lim", "max", "min", "sup", "begin",
            "end", "pmod", "bmod", "mod", "equiv", "cong", "gcd", "lcm", "det", "to", "rightarrow", "Rightarrow",
            "implies", "iff", "forall", "exists", "not", "perp", "parallel", "subset", "subseteq", "notin", "land",
            "lor", "wedge", "vee", "ldots", "dots", "cdots", "dotsm", "dotsb", "propto");
    /** Functions and constants that may be written without a backslash. */
    static final Set<String> BARE_COMMANDS = Set.of("sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos",
            "arctan", "sinh", "cosh", "tanh", "ln", "log", "exp", "sqrt", "pi", "infty", "infinity", "inf");
    /** Short units, which are words behind a number and a space. */
    static final Set<String> SHORT_UNITS = Set.of("mm", "cm", "dm", "km", "nm", "kg", "mg", "ml", "mL",
            "lb", "lbs", "oz", "ft", "in", "yd", "mph", "kph", "sq", "hr", "hrs", "min", "sec", "pct", "deg",
            "rad", "am", "pm", "USD", "Hz", "kW", "kJ", "mol", "pts", "cts");
    /** Words that make a number larger. */
    static final Map<String, String> SCALES = Map.of("hundred", "100", "thousand", "1000", "million", "1000000",
            "billion", "1000000000", "trillion", "1000000000000");
    /** Words of percent. */
    static final Set<String> PERCENT_WORDS = Set.of("percent", "pct", "percentage", "per cent");

    /** The beginning of the names of undefined functions. */
    static final String UNKNOWN_FUNCTION = "function ";

    private LatexNames() {}
}
