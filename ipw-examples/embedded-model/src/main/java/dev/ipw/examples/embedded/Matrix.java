package dev.ipw.examples.embedded;

/**
 * An immutable linear map from one vector to another.
 *
 * <p>It is kept as one array per input, the transpose of the trained and stored form: the inner loop then adds to
 * neighbouring outputs under one index, which the just-in-time compiler turns into vector instructions. It may not do
 * so with a sum, nor where arrays are read at different offsets and could overlap.
 */
final class Matrix {

    private final int outputs;
    /** Shape [inputs][outputs]. */
    private final float[][] weights;

    private Matrix(int outputs, float[][] weights) {
        this.outputs = outputs;
        this.weights = weights;
    }

    /** Copies weights that are stored output by output, shape [outputs, inputs]. */
    static Matrix ofRows(float[] rows, int outputs, int inputs) {
        float[][] weights = new float[inputs][outputs];
        for (int output = 0; output < outputs; output++) {
            for (int input = 0; input < inputs; input++) {
                weights[input][output] = rows[output * inputs + input];
            }
        }
        return new Matrix(outputs, weights);
    }

    /** Computes {@code to = matrix · from}; the arrays differ and have the lengths of the matrix. */
    void multiply(float[] from, float[] to) {
        for (int output = 0; output < outputs; output++) {
            to[output] = 0;
        }
        int input = 0;
        // Four inputs at a time: each output is loaded and stored a quarter as often.
        for (; input + 4 <= weights.length; input += 4) {
            addFour(from, input, to);
        }
        for (; input < weights.length; input++) {
            float factor = from[input];
            float[] row = weights[input];
            for (int output = 0; output < outputs; output++) {
                to[output] += factor * row[output];
            }
        }
    }

    private void addFour(float[] from, int input, float[] to) {
        float firstFactor = from[input];
        float secondFactor = from[input + 1];
        float thirdFactor = from[input + 2];
        float fourthFactor = from[input + 3];
        float[] first = weights[input];
        float[] second = weights[input + 1];
        float[] third = weights[input + 2];
        float[] fourth = weights[input + 3];
        for (int output = 0; output < outputs; output++) {
            to[output] += firstFactor * first[output]
                    + secondFactor * second[output]
                    + thirdFactor * third[output]
                    + fourthFactor * fourth[output];
        }
    }
}
