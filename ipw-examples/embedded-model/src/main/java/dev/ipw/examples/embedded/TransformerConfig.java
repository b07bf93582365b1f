package dev.ipw.examples.embedded;

/**
 * The shape of a transformer.
 *
 * @param layers     the number of blocks
 * @param width      the length of the vector of one token
 * @param heads      the number of attention heads, which divides the width
 * @param hidden     the length of the feed-forward part's inner vector
 * @param context    the maximum number of tokens, prompt and answer together
 * @param vocabulary the characters that the model knows; a character's index is its token
 */
record TransformerConfig(int layers, int width, int heads, int hidden, int context, String vocabulary) {

    /** The maximum of each dimension, so that products of two are well within an int. */
    private static final int LARGEST = 16_384;

    TransformerConfig {
        require("layers", layers);
        require("width", width);
        require("heads", heads);
        require("hidden", hidden);
        require("context", context);
        require("vocabulary length", vocabulary.length());
        if (width % heads != 0) {
            throw new IllegalArgumentException(
                    "width " + width + " is not a multiple of the " + heads + " heads; change one of them");
        }
    }

    /**
     * Reads the shape from a weight file's metadata.
     *
     * @throws SafetensorsException if a number is missing or invalid
     */
    static TransformerConfig from(Safetensors file) {
        try {
            return new TransformerConfig(
                    Integer.parseInt(file.metadata("layers")),
                    Integer.parseInt(file.metadata("width")),
                    Integer.parseInt(file.metadata("heads")),
                    Integer.parseInt(file.metadata("hidden")),
                    Integer.parseInt(file.metadata("context")),
                    file.metadata("vocabulary"));
        } catch (IllegalArgumentException fault) {
            throw new SafetensorsException(
                    file.source(),
                    "__metadata__ describes no transformer: " + fault.getMessage(),
                    "export the model again with training/train.py");
        }
    }

    /** Returns the length of one attention head's vectors. */
    int headWidth() {
        return width / heads;
    }

    /** Counts the trained numbers: embeddings, blocks, norms and output matrix. */
    long weights() {
        long block = 4L * width * width + 2L * width * hidden + 2L * width;
        return layers * block + (2L * vocabulary.length() + context) * width + width;
    }

    /**
     * Counts the floating-point operations of one answer, a multiply-add as two.
     *
     * <p>The last answer token is never fed back, so {@code n = input + output - 1} tokens pass through the blocks:
     * <pre>
     * 2 n layers (4 width² + 2 width hidden)      the matrices of the blocks
     * + 2 output width vocabulary                 the output matrix, once per answer token
     * + 4 layers width n (n + 1) / 2              attention: scores and mix over all tokens so far
     * </pre>
     * Norms, softmax and the rectifier are not counted: together they are below two per cent.
     *
     * @param inputTokens  tokens of the prompt, including the leading newline
     * @param outputTokens tokens generated, including the closing newline
     * @return floating-point operations, 0 when no token was generated
     */
    long floatingPointOperations(int inputTokens, int outputTokens) {
        if (inputTokens < 0 || outputTokens < 0) {
            throw new IllegalArgumentException(
                    "token counts cannot be negative: " + inputTokens + " in, " + outputTokens + " out");
        }
        if (outputTokens == 0) {
            return 0;
        }
        long passes = inputTokens + outputTokens - 1L;
        long blocks = 2 * passes * layers * (4L * width * width + 2L * width * hidden);
        long output = 2L * outputTokens * width * vocabulary.length();
        long attention = 2L * layers * width * passes * (passes + 1);
        return blocks + output + attention;
    }

    private static void require(String name, int value) {
        if (value < 1 || value > LARGEST) {
            throw new IllegalArgumentException(name + " must be between 1 and " + LARGEST + ", not " + value);
        }
    }
}
