package dev.ipw.energy.simulation.server;

import java.util.SplittableRandom;

/** A board as time passes on it: it warms, leaks, changes its clock, sleeps, and writes its power down. */
final class Board {

    private static final double REST_CELSIUS = 35;

    final BoardSpec spec;
    final Timeline timeline = new Timeline();
    /** Joules that are nobody's: foreign ones, and those of idle times that were not charged. */
    double unownedJoules;
    private final Governor governor;
    private final ForeignLoad foreign;
    private final BoardHabits habits;
    private final SplittableRandom random;
    private double celsius = REST_CELSIUS;
    private double idleSeconds = 1e9;

    Board(BoardSpec spec, BoardHabits habits, Governor governor, ForeignLoad foreign, SplittableRandom random) {
        this.spec = spec;
        this.habits = habits;
        this.governor = governor;
        this.foreign = foreign;
        this.random = random;
    }

    double seconds() {
        return timeline.seconds();
    }

    boolean sleeps() {
        return idleSeconds > habits.deepAfterSeconds();
    }

    /** The power that the board falls to when left alone for long. */
    double restWatts() {
        return Double.isFinite(habits.deepAfterSeconds()) ? spec.restWatts() * habits.deepShare() : spec.restWatts();
    }

    Condition condition() {
        double clock = governor.clock;
        double noise = random.nextDouble(-1, 1);
        return new Condition(clock, Math.pow(clock, spec.curve().clockExponent), leakWatts(),
                1 + random.nextDouble(0.04),
                1 + habits.dataNoise() * noise);
    }

    void run(StepCost cost) {
        double foreignSeconds = cost.seconds() * foreign.duty(seconds());
        double foreignJoules = foreignSeconds * foreign.watts();
        unownedJoules += foreignJoules;
        double dynamicShare = (cost.computeJoules() + 0.5 * cost.memoryJoules()) / (cost.seconds() * spec.rangeWatts());
        pass(cost.seconds() + foreignSeconds, cost.joules() + foreignJoules, dynamicShare);
        idleSeconds = 0;
    }

    /** Lets the board idle until then; answers the joules that are not foreign, as nobody's yet. */
    double idleUntil(double untilSeconds, boolean heldAwake) {
        double ownJoules = 0;
        while (untilSeconds - seconds() > 1e-9) {
            double pieceSeconds = Math.min(untilSeconds - seconds(), 0.1);
            double duty = foreign.duty(seconds());
            double watts = leakWatts() + (heldAwake || duty > 0 || idleSeconds < habits.lingerSeconds()
                    ? spec.awakeWatts()
                    : sleeps() ? restWatts() : spec.restWatts());
            double foreignJoules = pieceSeconds * Math.min(duty, 1) * Math.max(0, foreign.watts() - watts);
            idleSeconds += pieceSeconds;
            ownJoules += watts * pieceSeconds;
            unownedJoules += watts * pieceSeconds + foreignJoules;
            pass(pieceSeconds, watts * pieceSeconds + foreignJoules, 0);
        }
        return ownJoules;
    }

    private double leakWatts() {
        return Math.max(0, habits.leakShare() * spec.limitWatts() * (Math.exp((celsius - REST_CELSIUS) / 35) - 1));
    }

    private void pass(double seconds, double joules, double load) {
        double watts = joules / seconds;
        timeline.append(seconds, joules);
        double share = Math.max(0, (watts - spec.restWatts()) / (spec.limitWatts() - spec.restWatts()));
        double settledCelsius = REST_CELSIUS + share * (habits.limitCelsius() - REST_CELSIUS);
        celsius += (1 - Math.exp(-seconds / habits.coolingSeconds())) * (settledCelsius - celsius);
        governor.pass(seconds, load, watts, Math.clamp(1 - 0.04 * (celsius - habits.throttleCelsius()), 0.5, 1));
    }
}
