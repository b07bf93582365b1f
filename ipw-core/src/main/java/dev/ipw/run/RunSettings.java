package dev.ipw.run;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.settings.ClientSettings;
import dev.ipw.settings.EvaluationSettings;
import dev.ipw.settings.MeasurementSettings;
import dev.ipw.settings.QuestionSettings;
import java.util.Map;
import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The settings of a run. A run that is resumed must have the same.
 *
 * @param client      the client
 * @param questions   the questions
 * @param evaluation  the evaluation
 * @param generation  the options of generation
 * @param load        the load on the model
 * @param measurement the measurement
 * @param agent       the name of the agent that takes the questions through the model, its parameters, tools and
 *                    limits; empty if each question is asked unchanged
 */
@API(status = API.Status.EXPERIMENTAL)
public record RunSettings(ClientSettings client, QuestionSettings questions, EvaluationSettings evaluation,
        GenerationOptions generation, LoadSettings load, MeasurementSettings measurement, Map<String, String> agent) {
    /** Copies the map; refuses nulls. */
    public RunSettings {
        Objects.requireNonNull(client, "client");
        Objects.requireNonNull(questions, "questions");
        Objects.requireNonNull(evaluation, "evaluation");
        Objects.requireNonNull(generation, "generation");
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(measurement, "measurement");
        agent = Map.copyOf(agent);
    }

    /**
     * Creates the settings of a run that was measured elsewhere.
     *
     * @param dataset the dataset's id
     * @param load    the load on the model
     * @return settings without any other value
     */
    public static RunSettings measuredElsewhere(String dataset, LoadSettings load) {
        return new RunSettings(ClientSettings.NONE, QuestionSettings.DEFAULTS.dataset(dataset),
                EvaluationSettings.DEFAULTS, GenerationOptions.NONE, load, MeasurementSettings.NONE, Map.of());
    }

    /**
     * Returns a copy with other settings of the client.
     *
     * @param other the settings
     * @return a copy with them
     */
    public RunSettings withClient(ClientSettings other) {
        return new RunSettings(other, questions, evaluation, generation, load, measurement, agent);
    }

    /**
     * Returns a copy with other settings of the questions.
     *
     * @param other the settings
     * @return a copy with them
     */
    public RunSettings withQuestions(QuestionSettings other) {
        return new RunSettings(client, other, evaluation, generation, load, measurement, agent);
    }

    /**
     * Returns a copy with other settings of the measurement.
     *
     * @param other the settings
     * @return a copy with them
     */
    public RunSettings withMeasurement(MeasurementSettings other) {
        return new RunSettings(client, questions, evaluation, generation, load, other, agent);
    }

    /**
     * Returns a copy with another load.
     *
     * @param other the load
     * @return a copy with it
     */
    public RunSettings withLoad(LoadSettings other) {
        return new RunSettings(client, questions, evaluation, generation, other, measurement, agent);
    }

    /**
     * Removes the secrets, so that the settings can be stored.
     *
     * @return a copy with a mark in their place
     */
    public RunSettings withoutSecrets() {
        GenerationOptions clean = new GenerationOptions(generation.temperature(), generation.topP(),
                generation.maxTokens(), generation.seed(), generation.stop(), Redaction.parameters(generation.body()));
        return new RunSettings(client.withoutSecrets(), questions.withoutSecrets(), evaluation.withoutSecrets(), clean,
                load, measurement.withoutSecrets(), Redaction.parameters(agent));
    }
}
