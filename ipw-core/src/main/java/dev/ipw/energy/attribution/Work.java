package dev.ipw.energy.attribution;

/** Hold what a request had done for it in a stretch of time. Refilled rather than created, since there are very many. */
final class Work {
    private double engineSteps;
    private double stepSeconds;
    private double prefillTokens;
    private double decodeTokens;
    private double decodePasses;
    private double contextTokens;
    private double seconds;

    void clear() {
        engineSteps = 0;
        stepSeconds = 0;
        prefillTokens = 0;
        decodeTokens = 0;
        decodePasses = 0;
        contextTokens = 0;
        seconds = 0;
    }

    /** Add part of the steps of the engine, and of how long these took. */
    void addEngineSteps(double steps, double duration) {
        engineSteps += steps;
        stepSeconds += duration;
    }

    void addPrefillTokens(double tokens) {
        prefillTokens += tokens;
    }

    /** Add tokens, each of which was made by itself. */
    void addDecodeTokens(double tokens, double context) {
        addDecodeTokens(tokens, tokens, context);
    }

    /** Add tokens that were made together in passes through the model, each of which read the context once. */
    void addDecodeTokens(double tokens, double passes, double context) {
        decodeTokens += tokens;
        decodePasses += passes;
        contextTokens += passes * context;
    }

    void addSeconds(double duration) {
        seconds += duration;
    }

    double engineSteps() {
        return engineSteps;
    }

    double stepSeconds() {
        return stepSeconds;
    }

    double prefillTokens() {
        return prefillTokens;
    }

    double decodeTokens() {
        return decodeTokens;
    }

    double decodePasses() {
        return decodePasses;
    }

    double contextTokens() {
        return contextTokens;
    }

    double seconds() {
        return seconds;
    }

    /** Add all but the seconds to a row, in the order of {@link WorkWeights}. */
    void addTo(double[] row) {
        row[0] += engineSteps;
        row[1] += prefillTokens;
        row[2] += decodePasses;
        row[3] += contextTokens;
    }
}
