package dev.ipw.benchmarks.scoring;

import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.rows.PythonLiteral;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reader of calls in the form of Python: {@code [find(city="Bonn", days=3), f.g()]}, with or without the brackets.
 * Every argument has a name. A value that is not a literal, such as a variable, stays text, and so does each value in
 * another language.
 */
final class CallText {
    private static final Pattern NAME = Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{N}_.]{0,300})\\s*\\(");
    private static final Pattern ARGUMENT = Pattern.compile("\\s*([\\p{L}_][\\p{L}\\p{N}_]{0,300})\\s*=(?!=)");
    private static final int EXCERPT_CHARACTERS = 60;
    private static final int MAX_CALLS = 1_000;

    private CallText() {}

    /**
     * Reads calls.
     *
     * @param language the language of the values
     * @throws CallSyntaxException if the text is anything else
     */
    static List<FunctionCall> read(String text, SourceLanguage language) throws CallSyntaxException {
        String inner = text.strip();
        if (inner.startsWith("[") && inner.endsWith("]")) {
            inner = inner.substring(1, inner.length() - 1).strip();
        }
        List<FunctionCall> calls = new ArrayList<>();
        for (String part : TopLevel.parts(inner)) {
            if (calls.size() == MAX_CALLS) {
                throw new CallSyntaxException("There are more than " + MAX_CALLS + " calls");
            }
            calls.add(call(part.strip(), language));
        }
        return calls;
    }

    private static FunctionCall call(String text, SourceLanguage language) throws CallSyntaxException {
        Matcher name = NAME.matcher(text);
        if (!name.lookingAt() || !text.endsWith(")") || TopLevel.close(text, name.end() - 1) != text.length() - 1) {
            throw new CallSyntaxException("'" + Excerpt.of(text, EXCERPT_CHARACTERS) + "' is no call of a function");
        }
        Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
        for (String part : arguments(text.substring(name.end(), text.length() - 1), language)) {
            Matcher argument = ARGUMENT.matcher(part);
            if (!argument.lookingAt()) {
                throw new CallSyntaxException("The argument '" + Excerpt.of(part, EXCERPT_CHARACTERS) + "' of "
                        + name.group(1) + " has no name");
            }
            if (arguments.containsKey(argument.group(1))) {
                throw new CallSyntaxException("The argument " + argument.group(1) + " of " + name.group(1)
                        + " is given twice");
            }
            arguments.put(argument.group(1), value(part.substring(argument.end()).strip(), language));
        }
        return new FunctionCall(name.group(1), arguments);
    }

    /**
     * Splits arguments. A comma between the angle brackets of Java's generic types is not a separator: a part without a
     * name belongs to the one before it.
     */
    private static List<String> arguments(String text, SourceLanguage language) throws CallSyntaxException {
        List<String> parts = TopLevel.parts(text);
        if (language == SourceLanguage.PYTHON) {
            return parts;
        }
        List<String> arguments = new ArrayList<>();
        for (String part : parts) {
            if (arguments.isEmpty() || ARGUMENT.matcher(part).lookingAt()) {
                arguments.add(part);
            } else {
                arguments.add(arguments.removeLast() + "," + part);
            }
        }
        return arguments;
    }

    private static @Nullable Object value(String text, SourceLanguage language) {
        if (language != SourceLanguage.PYTHON) {
            return text;
        }
        Optional<List<?>> literal = PythonLiteral.list("[" + text + "]");
        return literal.isPresent() && literal.get().size() == 1 ? literal.get().getFirst() : text;
    }
}
