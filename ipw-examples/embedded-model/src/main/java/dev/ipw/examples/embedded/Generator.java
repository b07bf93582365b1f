package dev.ipw.examples.embedded;

import java.util.function.BooleanSupplier;

/**
 * Write answers to prompts, one character after the other.
 *
 * <p>Safe to share between threads: all that changes lives in the call.
 */
final class Generator {

    /** No prompt may fill the context so far that fewer tokens than this are left for the answer. */
    private static final int ANSWER_ROOM = 8;

    private final Transformer transformer;
    private final CharacterTokenizer tokenizer;
    private final PromptReader promptReader;

    /** Create a generator over a model, which may be shared with others. */
    Generator(Transformer transformer) {
        TransformerConfig config = transformer.config();
        if (config.context() <= ANSWER_ROOM) {
            throw new IllegalArgumentException("A context of " + config.context() + " tokens leaves no room for a"
                    + " prompt beside " + ANSWER_ROOM + " answer tokens; use a model with a longer one");
        }
        this.transformer = transformer;
        tokenizer = new CharacterTokenizer(config.vocabulary());
        promptReader = new PromptReader(tokenizer);
    }

    /** Load a model from the class path and create a generator over it. */
    static Generator load(ModelSize size) {
        return new Generator(Transformer.load(size));
    }

    /** Return the shape of the model in use. */
    TransformerConfig config() {
        return transformer.config();
    }

    /**
     * Answer a text.
     *
     * @param text what was asked, in any words; {@link PromptReader} finds the question in it
     * @param sampling how characters are picked and how many
     * @param listener hears of each character
     * @param cancelled asked before each token is computed; the generation ends once it says true
     */
    Generation generate(String text, Sampling sampling, TokenListener listener, BooleanSupplier cancelled) {
        String prompt = fitted(promptReader.read(text));
        int[] tokens = tokenizer.encode(CharacterTokenizer.NEWLINE + prompt);
        StringBuilder answer = new StringBuilder();
        if (cancelled.getAsBoolean()) {
            return new Generation(prompt, "", 0, 0, FinishReason.CANCELLED);
        }
        DecodingState state = transformer.start();
        TokenChooser chooser = sampling.chooser();
        float[] logits = transformer.prefill(state, tokens);
        for (int generated = 1;; generated++) {
            int token = chooser.choose(logits);
            char character = tokenizer.decode(token);
            if (character == CharacterTokenizer.NEWLINE) {
                return generation(prompt, answer, tokens, generated, FinishReason.STOP);
            }
            answer.append(character);
            listener.generated(character);
            if (generated == sampling.maxTokens() || state.full()) {
                return generation(prompt, answer, tokens, generated, FinishReason.LENGTH);
            }
            if (cancelled.getAsBoolean()) {
                return generation(prompt, answer, tokens, generated, FinishReason.CANCELLED);
            }
            logits = transformer.step(state, token);
        }
    }

    /** Answer a text without a listener and without a way to cancel. */
    Generation generate(String text, Sampling sampling) {
        return generate(text, sampling, character -> {}, () -> false);
    }

    private static Generation generation(
            String prompt, StringBuilder answer, int[] tokens, int generated, FinishReason reason) {
        return new Generation(prompt, answer.toString(), tokens.length, generated, reason);
    }

    // The end of a prompt says what is asked, so a long one loses its beginning.
    private String fitted(String prompt) {
        int room = config().context() - ANSWER_ROOM - 1;
        return prompt.substring(Math.max(0, prompt.length() - room));
    }
}
