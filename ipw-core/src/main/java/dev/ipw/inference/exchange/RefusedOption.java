package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The options of a generation that nearly all models take and some refuse, with their replacements. */
enum RefusedOption {
    /** A limit of tokens under its older name; it is sent under the newer one. */
    MAX_TOKENS("max_tokens", "the limit of tokens was sent as max_completion_tokens") {
        @Override
        void replace(ObjectNode options, OptionNames names) {
            if (!names.maxTokens().equals("max_tokens")) {
                return;
            }
            JsonNode limit = options.remove(names.maxTokens());
            if (limit != null && !options.has("max_completion_tokens")) {
                options.set("max_completion_tokens", limit);
            }
        }
    },
    /** A temperature other than the model's own; it is omitted. */
    TEMPERATURE("temperature", "it was left out: the model's own applies, and answers may differ from time to time") {
        @Override
        void replace(ObjectNode options, OptionNames names) {
            options.remove(names.temperature());
        }
    };

    private static final Set<Integer> REFUSALS = Set.of(400, 422);

    /** One character of a sentence that does not begin a number; the 5 of gpt-5 is not a number here. */
    private static final String NO_NUMBER = "(?:(?![\\s:=('\"`]-?\\d)[^.])";
    private static final String RANGE = "exceed|\\branges?\\b|\\bbetween\\b|\\bat (most|least)\\b|\\bmaximum\\b|\\bminimum\\b"
            + "|\\b(less|greater|more) than\\b|\\btoo (large|high|low|small)\\b|[<>]=?\\s*\\d|\\d\\s*(to|\\.\\.)\\s*\\d";
    private static final Pattern ONLY_DEFAULT = Pattern
            .compile("(?is)does not support\\b.{0,60}\\bonly the default\\b");

    private final String name;
    private final String instead;
    private final Pattern refusal;
    private final Pattern wrongValue;

    RefusedOption(String name, String instead) {
        this.name = name;
        this.instead = instead;
        refusal = Pattern.compile("(?is)\\b" + name + "\\b" + NO_NUMBER
                + "{0,80}(not support|not allowed|not permitted|unsupported|deprecated"
                + "|only (the default|1 ))|(unsupported|unknown|unrecognized)[^.]{0,40}\\b" + name
                + "\\b|invalid[^.]{0,20}\\b"
                + name + "\\b[^.]{0,20}\\bonly\\b|\\b" + name + "\\b.{0,80}\\bunsupported_(parameter|value)");
        wrongValue = Pattern.compile("(?is)\\b" + name + "\\b(['\"`]?[\\s:=(]*-?\\d|.{0,120}?(" + RANGE + "))");
    }

    /**
     * Returns whether the model refuses the option. The user must correct a value that is out of range, unless the
     * model takes only its default.
     */
    private boolean isRefused(String message) {
        return refusal.matcher(message).find()
                && (ONLY_DEFAULT.matcher(message).find() || !wrongValue.matcher(message).find());
    }

    /** Returns the option that a server refuses and that was sent; empty if its error is about something else. */
    static Optional<RefusedOption> of(int status, String message, Set<RefusedOption> known) {
        return REFUSALS.contains(status)
                ? Arrays.stream(values()).filter(option -> !known.contains(option))
                        .filter(option -> option.isRefused(message)).findFirst()
                : Optional.empty();
    }

    /** Replaces or removes the option. */
    abstract void replace(ObjectNode options, OptionNames names);

    /** Returns a warning about the replacement. */
    String warning(String model) {
        return "The model '" + model + "' takes no " + name + "; " + instead + ".";
    }
}
