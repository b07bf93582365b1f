package dev.ipw.cli.text;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** The parser of typed numbers, with clear messages for invalid ones. */
public final class Numbers {
    private Numbers() {}

    /** Sets the parser for a command. */
    public static void readBy(CommandLine line) {
        line.registerConverter(int.class, Numbers::whole);
        line.registerConverter(Integer.class, Numbers::whole);
        line.registerConverter(long.class, typed -> read(typed, Long::valueOf, "a whole number"));
        line.registerConverter(Double.class, Numbers::real);
    }

    public static Integer whole(String typed) {
        return read(typed, Integer::valueOf, "a whole number");
    }

    public static Double real(String typed) {
        return read(typed, Double::valueOf, "a number");
    }

    private static <N> N read(String typed, Function<String, N> parse, String words) {
        try {
            return parse.apply(typed);
        } catch (NumberFormatException wrong) {
            throw new TypeConversionException("'" + typed + "' is not " + words);
        }
    }
}
