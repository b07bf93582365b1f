package dev.ipw.meter.engine;

/** The true joules of a request, by device, by both truths, prompt and answer apart. */
final class TrueJoules {
    /** By physics: work by operations and bytes, weights and passing time in equal parts. */
    static final int PHYSICS = 0;
    /** The Shapley value of each step. */
    static final int SHAPLEY = 1;
    static final int TRUTHS = 2;

    private final double[][] prompt;
    private final double[][] answer;

    TrueJoules(int devices) {
        prompt = new double[TRUTHS][devices];
        answer = new double[TRUTHS][devices];
    }

    void add(int truth, int device, boolean isAnswer, double joules) {
        (isAnswer ? answer : prompt)[truth][device] += joules;
    }

    double prompt(int truth, int device) {
        return prompt[truth][device];
    }

    double answer(int truth, int device) {
        return answer[truth][device];
    }

    int devices() {
        return prompt[0].length;
    }

    /** Returns the joules over all devices. */
    double total(int truth) {
        return promptTotal(truth) + answerTotal(truth);
    }

    double promptTotal(int truth) {
        return sum(prompt[truth]);
    }

    double answerTotal(int truth) {
        return sum(answer[truth]);
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }
}
