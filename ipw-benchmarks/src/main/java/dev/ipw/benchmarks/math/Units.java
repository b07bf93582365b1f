package dev.ipw.benchmarks.math;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A finder of the units behind the numbers of an answer, to distinguish 5 cm from 5 m. Nothing is converted, and a
 * missing unit is ignored.
 */
final class Units {
    private static final Pattern UNIT = Pattern
            .compile("(?<=[\\d}])(?:\\s|\\\\[ ,;!]|~){0,6}(?:\\\\(?:text|mathrm|mbox|textrm)"
                    + "\\s{0,3}\\{[\\s\\\\]{0,6}([A-Za-z][A-Za-z.]{0,20})[^{}]{0,40}\\}|([A-Za-z][A-Za-z.]{1,20}))");
    private static final Map<String, String> NAMES = names("mm millimeter millimetre", "cm centimeter centimetre",
            "dm decimeter decimetre", "m meter metre", "km kilometer kilometre", "in. inch inches", "ft feet foot ft.",
            "yd yard", "mi mile", "mg milligram", "g gram", "kg kilogram", "lb pound lbs", "oz ounce", "ton tonne",
            "ml milliliter millilitre", "l liter litre", "gal gallon", "qt quart", "second sec", "minute", "hour hr",
            "day", "week", "month", "year", "a.m. am", "p.m. pm", "degree", "radian");

    private Units() {}

    private static Map<String, String> names(String... units) {
        Map<String, String> names = new HashMap<>();
        for (String unit : units) {
            String[] written = unit.split(" ");
            for (String name : written) {
                names.put(name, written[0]);
                names.putIfAbsent(name + "s", written[0]);
            }
        }
        return Map.copyOf(names);
    }

    /** Returns whether both answers have units, and different ones. */
    static boolean differ(String one, String other) {
        Set<String> left = of(one);
        Set<String> right = of(other);
        return !left.isEmpty() && !right.isEmpty() && !left.equals(right);
    }

    private static Set<String> of(String answer) {
        Set<String> units = new TreeSet<>();
        Matcher matcher = UNIT.matcher(answer);
        while (matcher.find()) {
            String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            String known = NAMES.get(name.toLowerCase(Locale.ROOT));
            if (known != null) {
                units.add(known);
            }
        }
        return units;
    }
}
