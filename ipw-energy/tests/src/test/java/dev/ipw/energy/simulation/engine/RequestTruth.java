package dev.ipw.energy.simulation.engine;

/**
 * The joules that a request caused, under three conventions.
 *
 * <p>Caused: as gross, but idle power over the time by which a request's own work makes a step longer is its own too. This is what
 * costs say that are fitted to all that the board used.
 *
 * <p>Gross: of each step the request's own work, and an equal part of the step's fixed joules among those who had work in
 * it. Fixed is all that no prompt token, output token or context read caused: reading the weights, idle power over the
 * whole step, a stall. A rejected draft is its request's own work, and so is a prompt that is computed again.
 *
 * <p>Marginal: of each step idle power over its time, in equal parts among all that the engine holds (with work in this
 * step or paused), and the rest of the step's joules in proportion to each one's own work.
 *
 * <p>All: while a request is open as its client sees it and the engine runs no step, the joules of that time in equal parts
 * among the open ones, as part of the prompt where the first token has not reached the client yet, else of decoding.
 *
 * @param causedJoules          all joules by the convention of what was caused
 * @param causedPrefillJoules   of these the joules of the prompt's pieces, up to the first token
 * @param grossJoules           all joules by the gross convention
 * @param grossPrefillJoules    of these the joules of the prompt's pieces, up to the first token
 * @param marginalJoules        all joules by the marginal convention
 * @param marginalPrefillJoules of these the joules of the prompt's pieces
 */
public record RequestTruth(double causedJoules, double causedPrefillJoules, double grossJoules,
        double grossPrefillJoules, double marginalJoules,
        double marginalPrefillJoules) {
    static final RequestTruth NONE = new RequestTruth(0, 0, 0, 0, 0, 0);

    /** Return the gross joules of the output tokens after the first. */
    public double grossDecodeJoules() {
        return grossJoules - grossPrefillJoules;
    }

    /** Return the marginal joules of the output tokens after the first. */
    public double marginalDecodeJoules() {
        return marginalJoules - marginalPrefillJoules;
    }

    /** Return the joules of the output tokens after the first by the convention of what was caused. */
    public double causedDecodeJoules() {
        return causedJoules - causedPrefillJoules;
    }

    RequestTruth plus(RequestTruth other) {
        return new RequestTruth(causedJoules + other.causedJoules, causedPrefillJoules + other.causedPrefillJoules,
                grossJoules + other.grossJoules, grossPrefillJoules + other.grossPrefillJoules,
                marginalJoules + other.marginalJoules, marginalPrefillJoules + other.marginalPrefillJoules);
    }
}
