package dev.ipw.settings;

import dev.ipw.dataset.Sampling;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import dev.ipw.internal.secret.Redaction;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.apiguardian.api.API;

/**
 * The settings of the questions.
 *
 * @param dataset        the dataset's id or path; empty for the client's own
 * @param parameters     parameters of the dataset, by name
 * @param maxQueries     the maximum number of questions; empty for all
 * @param seed           the seed of the draw
 * @param epochs         the number of times that each question is asked; empty for the dataset's number
 * @param promptTemplate the id of the template that writes the prompts; empty for the dataset's own
 * @param system         instructions at the beginning of every question
 * @param offline        true to use only data on this machine and download nothing
 */
@API(status = API.Status.EXPERIMENTAL)
public record QuestionSettings(Optional<String> dataset, Map<String, String> parameters, OptionalInt maxQueries,
        long seed, OptionalInt epochs, Optional<String> promptTemplate, Optional<String> system, boolean offline) {
    /** All questions of the client's own dataset, each once, drawn by the default seed. */
    public static final QuestionSettings DEFAULTS = new QuestionSettings(Optional.empty(), Map.of(),
            OptionalInt.empty(), Sampling.DEFAULT_SEED, OptionalInt.empty(), Optional.empty(), Optional.empty(), false);
    private static final int MAX_SYSTEM_CHARACTERS = 65_536;

    /** Copies the parameters; rejects nulls, and invalid values with a {@link ConfigurationException}. */
    public QuestionSettings {
        Objects.requireNonNull(dataset, "dataset");
        parameters = Map.copyOf(parameters);
        if (maxQueries.isPresent() && maxQueries.getAsInt() < 1) {
            throw new ConfigurationException("The number of queries (" + Setting.MAX_QUERIES
                    + ") must be at least 1, not " + maxQueries.getAsInt() + "; leave it out to ask the whole dataset");
        }
        epochs.ifPresent(times -> Parts.atLeast(1, "How often each question is asked (" + Setting.EPOCHS + ")", times));
        Objects.requireNonNull(promptTemplate, "promptTemplate");
        system.ifPresent(QuestionSettings::requireSystem);
    }

    private static void requireSystem(String text) {
        if (text.isBlank()) {
            throw new ConfigurationException("The system prompt (" + Setting.SYSTEM
                    + ") is empty: give a text, or leave it out");
        }
        if (text.length() > MAX_SYSTEM_CHARACTERS) {
            throw new ConfigurationException("The system prompt (" + Setting.SYSTEM + ") has " + text.length()
                    + " characters; at most " + MAX_SYSTEM_CHARACTERS + " are sent above every question. Shorten it");
        }
    }

    /**
     * Sets the dataset.
     *
     * @param idOrPath an id such as {@code starter}, or a path such as {@code questions.jsonl}
     * @return the changed copy
     */
    public QuestionSettings dataset(String idOrPath) {
        return new QuestionSettings(Optional.of(idOrPath), parameters, maxQueries, seed, epochs, promptTemplate,
                system, offline);
    }

    /**
     * Adds parameters of the dataset.
     *
     * @param more the parameters by name; they replace those of the same name
     * @return a copy with them
     */
    public QuestionSettings parameters(Map<String, String> more) {
        return new QuestionSettings(dataset, Parts.joined(parameters, more), maxQueries, seed, epochs, promptTemplate,
                system, offline);
    }

    /**
     * Limits the number of questions, drawn so that each subject keeps its share.
     *
     * @param count at least 1
     * @return the changed copy
     * @throws ConfigurationException if it is less
     */
    public QuestionSettings maxQueries(int count) {
        return new QuestionSettings(dataset, parameters, OptionalInt.of(count), seed, epochs, promptTemplate, system,
                offline);
    }

    /**
     * Sets the seed of the draw.
     *
     * @param value any number
     * @return the changed copy
     */
    public QuestionSettings seed(long value) {
        return new QuestionSettings(dataset, parameters, maxQueries, value, epochs, promptTemplate, system, offline);
    }

    /**
     * Asks each question several times, each time as a query of its own.
     *
     * @param times at least 1
     * @return the changed copy
     * @throws ConfigurationException if it is less
     */
    public QuestionSettings epochs(int times) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, OptionalInt.of(times), promptTemplate,
                system,
                offline);
    }

    /**
     * Returns the number of times that each question is asked, which the settings of a run contain.
     *
     * @return at least 1; 1 if it is not set
     */
    public int rounds() {
        return epochs.orElse(1);
    }

    /**
     * Sets the template that writes the prompts.
     *
     * @param id the template's id
     * @return the changed copy
     */
    public QuestionSettings promptTemplate(String id) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, epochs, Optional.of(id), system, offline);
    }

    /**
     * Sets the system prompt of every question. Those of a conversation of the dataset follow it.
     *
     * @param text the instructions; at most 65,536 characters
     * @return a copy with them
     * @throws ConfigurationException if they are empty or too long
     */
    public QuestionSettings system(String text) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, epochs, promptTemplate, Optional.of(text),
                offline);
    }

    /**
     * Allows or forbids downloads.
     *
     * @param local true to use only data on this machine
     * @return the changed copy
     */
    public QuestionSettings offline(boolean local) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, epochs, promptTemplate, system, local);
    }

    /**
     * Removes the secrets, so that the settings can be kept.
     *
     * @return a copy with a placeholder for each
     */
    public QuestionSettings withoutSecrets() {
        return new QuestionSettings(dataset.map(Redaction::text), Redaction.parameters(parameters), maxQueries, seed,
                epochs, promptTemplate, system.map(Redaction::text), offline);
    }
}
