package dev.ipw.cost;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A condition on the ids of models, as in genai-prices, ignoring case. */
@FunctionalInterface
interface GenaiClause {
    /** Returns whether an id matches. */
    boolean fits(String model);

    /** Reads a clause, which is an object with one key. */
    static GenaiClause read(String place, TreeReader tree) {
        Map<String, Object> keys = tree.asMap();
        if (keys.size() != 1) {
            throw new InputException(place + " must be one clause, not " + keys.keySet() + ". Get the file again");
        }
        String kind = keys.keySet().iterator().next();
        return switch (kind) {
            case "equals" -> text(tree, kind, String::equals);
            case "starts_with" -> text(tree, kind, String::startsWith);
            case "ends_with" -> text(tree, kind, String::endsWith);
            case "contains" -> text(tree, kind, String::contains);
            case "regex" -> {
                Pattern pattern = pattern(place + ": regex", tree.text(kind));
                yield model -> pattern.matcher(lower(model)).find();
            }
            case "or" -> {
                List<GenaiClause> parts = parts(place, tree, kind);
                yield model -> parts.stream().anyMatch(part -> part.fits(model));
            }
            case "and" -> {
                List<GenaiClause> parts = parts(place, tree, kind);
                yield model -> parts.stream().allMatch(part -> part.fits(model));
            }
            default -> throw new InputException(place + " has a clause '" + kind + "', which is not known. Known are"
                    + " and, contains, ends_with, equals, or, regex, starts_with; take the model out of the file, or"
                    + " write its price in the format of docs/cost.md");
        };
    }

    /** Reads a regular expression. */
    static Pattern pattern(String place, String regex) {
        try {
            return Pattern.compile(regex);
        } catch (PatternSyntaxException wrong) {
            throw new InputException(place + " is no regular expression: " + wrong.getDescription()
                    + ". Get the file again", wrong);
        }
    }

    private static GenaiClause text(TreeReader tree, String kind, TextTest test) {
        String wanted = lower(tree.text(kind));
        return model -> test.holds(lower(model), wanted);
    }

    private static List<GenaiClause> parts(String place, TreeReader tree, String kind) {
        return tree.children(kind).stream().map(part -> read(place + ": " + kind, part)).toList();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /** The comparison of an id with a text. */
    @FunctionalInterface
    interface TextTest {
        /** Returns whether the comparison holds. */
        boolean holds(String model, String wanted);
    }
}
