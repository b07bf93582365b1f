package dev.ipw.evaluation.rule;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A unit of a number.
 *
 * @param dimension the quantity that it measures; only units of one dimension can be compared
 * @param factor    its size in the dimension's base unit
 */
record Unit(String dimension, BigDecimal factor) {
    private static final Map<String, Unit> BY_NAME = new HashMap<>();

    static {
        define("length", "1", "m metre metres meter meters");
        define("length", "1000", "km kilometre kilometres kilometer kilometers");
        define("length", "0.01", "cm centimetre centimetres centimeter centimeters");
        define("length", "0.001", "mm millimetre millimetres millimeter millimeters");
        define("length", "1609.344", "mile miles mi");
        define("length", "0.3048", "ft foot feet");
        define("length", "0.0254", "inch inches");
        define("length", "0.9144", "yd yard yards");
        define("mass", "1", "kg kilogram kilograms kilogramme kilogrammes");
        define("mass", "0.001", "g gram grams gramme grammes");
        define("mass", "0.000001", "mg milligram milligrams");
        define("mass", "1000", "t tonne tonnes");
        define("mass", "0.45359237", "lb lbs pound pounds");
        define("time", "1", "s sec secs second seconds");
        define("time", "0.001", "ms millisecond milliseconds");
        define("time", "60", "min mins minute minutes");
        define("time", "3600", "h hr hrs hour hours");
        define("time", "86400", "day days");
        define("time", "604800", "week weeks");
        define("volume", "1", "l litre litres liter liters");
        define("volume", "0.001", "ml millilitre millilitres milliliter milliliters");
        define("energy", "1", "j joule joules");
        define("energy", "1000", "kj kilojoule kilojoules");
        define("energy", "3600", "wh");
        define("energy", "3600000", "kwh");
        define("power", "1", "w watt watts");
        define("power", "1000", "kw kilowatt kilowatts");
        define("speed in km/h", "1", "km/h kmh kph");
        define("speed in m/s", "1", "m/s");
        define("speed in miles per hour", "1", "mph");
        define("degrees Celsius", "1", "celsius");
        define("degrees Fahrenheit", "1", "fahrenheit");
        define("dollars", "1", "$ usd dollar dollars");
        define("dollars", "0.01", "cent cents");
        define("euros", "1", "€ eur euro euros");
        define("pounds sterling", "1", "£ gbp");
        define("yen", "1", "¥ jpy yen");
    }

    private static void define(String dimension, String factor, String names) {
        for (String name : names.split(" ")) {
            BY_NAME.put(name, new Unit(dimension, new BigDecimal(factor)));
        }
    }

    /** Returns a unit by its symbol or English name; empty for one that cannot be compared. */
    static Optional<Unit> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }
}
