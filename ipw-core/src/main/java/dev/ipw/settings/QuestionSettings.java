package dev.ipw.settings;

import dev.ipw.dataset.Sampling;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of the questions.
 *
 * @param dataset        the dataset's id or path; empty takes the client's own
 * @param parameters     parameters of the dataset, by name
 * @param maxQueries     how many questions to draw at most; empty for all
 * @param seed           the seed of the draw
 * @param epochs         how often each question is asked; empty for as often as the dataset says
 * @param promptTemplate the id of the template that writes the prompts; empty for the dataset's own
 * @param system         instructions that stand above every question
 * @param offline        true to take what is on this machine already and download nothing
 */
public record QuestionSettings(Optional<String> dataset, Map<String, String> parameters, OptionalInt maxQueries,
        long seed, OptionalInt epochs, Optional<String> promptTemplate, Optional<String> system, boolean offline) {
    /** All questions of the client's own dataset, each once, drawn by the usual seed. */
    public static final QuestionSettings DEFAULTS = new QuestionSettings(Optional.empty(), Map.of(),
            OptionalInt.empty(), Sampling.DEFAULT_SEED, OptionalInt.empty(), Optional.empty(), Optional.empty(), false);
    private static final int MOST_SYSTEM_CHARACTERS = 65_536;

    /** Copies the parameters; refuse nulls and what cannot be, as a {@link ConfigurationException}. */
    public QuestionSettings {
        Objects.requireNonNull(dataset, "dataset");
        parameters = Map.copyOf(parameters);
        if (maxQueries.isPresent() && maxQueries.getAsInt() < 1) {
            throw new ConfigurationException("The number of queries must be at least 1, not "
                    + maxQueries.getAsInt() + "; leave it out to ask the whole dataset");
        }
        epochs.ifPresent(times -> Parts.atLeast(1, "How often each question is asked", times));
        Objects.requireNonNull(promptTemplate, "promptTemplate");
        system.ifPresent(QuestionSettings::requireSystem);
    }

    private static void requireSystem(String text) {
        if (text.isBlank()) {
            throw new ConfigurationException("The system prompt is empty: give a text, or leave it out");
        }
        if (text.length() > MOST_SYSTEM_CHARACTERS) {
            throw new ConfigurationException("The system prompt has " + text.length()
                    + " characters; at most " + MOST_SYSTEM_CHARACTERS + " are sent above every question. Shorten it");
        }
    }

    /**
     * Chooses the dataset.
     *
     * @param idOrPath an id such as {@code starter}, or a path such as {@code questions.jsonl}
     * @return a copy with it
     */
    public QuestionSettings dataset(String idOrPath) {
        return new QuestionSettings(Optional.of(idOrPath), parameters, maxQueries, seed, epochs, promptTemplate,
                system, offline);
    }

    /**
     * Adds parameters of the dataset.
     *
     * @param more by name; they win over those of the same name
     * @return a copy with them
     */
    public QuestionSettings parameters(Map<String, String> more) {
        return new QuestionSettings(dataset, Parts.joined(parameters, more), maxQueries, seed, epochs, promptTemplate,
                system, offline);
    }

    /**
     * Asks at most so many questions, drawn so that each subject keeps its share.
     *
     * @param count at least 1
     * @return a copy with it
     * @throws ConfigurationException if it is less
     */
    public QuestionSettings maxQueries(int count) {
        return new QuestionSettings(dataset, parameters, OptionalInt.of(count), seed, epochs, promptTemplate, system,
                offline);
    }

    /**
     * Chooses the seed of the draw.
     *
     * @param value any number
     * @return a copy with it
     */
    public QuestionSettings seed(long value) {
        return new QuestionSettings(dataset, parameters, maxQueries, value, epochs, promptTemplate, system, offline);
    }

    /**
     * Asks each question several times, each time as a query of its own.
     *
     * @param times at least 1
     * @return a copy with it
     * @throws ConfigurationException if it is less
     */
    public QuestionSettings epochs(int times) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, OptionalInt.of(times), promptTemplate,
                system,
                offline);
    }

    /**
     * Returns how often each question is asked where it is settled: in the settings of a run.
     *
     * @return at least 1; 1 if nothing is said
     */
    public int rounds() {
        return epochs.orElse(1);
    }

    /**
     * Chooses the template that writes the prompts.
     *
     * @param id the template's id
     * @return a copy with it
     */
    public QuestionSettings promptTemplate(String id) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, epochs, Optional.of(id), system, offline);
    }

    /**
     * Sets the system prompt of every question. Those of a conversation of the dataset follow behind.
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
     * Allows or forbid downloads.
     *
     * @param local true to take what is on this machine already
     * @return a copy with it
     */
    public QuestionSettings offline(boolean local) {
        return new QuestionSettings(dataset, parameters, maxQueries, seed, epochs, promptTemplate, system, local);
    }

    /**
     * Takes the secrets out, so that the settings can be kept.
     *
     * @return a copy with a mark in their place
     */
    public QuestionSettings withoutSecrets() {
        return new QuestionSettings(dataset.map(Redaction::text), Redaction.parameters(parameters), maxQueries, seed,
                epochs, promptTemplate, system.map(Redaction::text), offline);
    }
}
