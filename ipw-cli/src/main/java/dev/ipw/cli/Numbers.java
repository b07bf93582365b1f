package dev.ipw.cli;

import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Read typed numbers, and say in words what is none. */
final class Numbers {
    private Numbers() {}

    /** Let a command read its numbers so. */
    static void readBy(CommandLine line) {
        line.registerConverter(int.class, reader(Integer::valueOf, "a whole number"));
        line.registerConverter(Integer.class, reader(Integer::valueOf, "a whole number"));
        line.registerConverter(long.class, reader(Long::valueOf, "a whole number"));
        line.registerConverter(Double.class, reader(Double::valueOf, "a number"));
    }

    private static <N> ITypeConverter<N> reader(Function<String, N> parse, String words) {
        return typed -> {
            try {
                return parse.apply(typed);
            } catch (NumberFormatException wrong) {
                throw new TypeConversionException("'" + typed + "' is not " + words);
            }
        };
    }
}
