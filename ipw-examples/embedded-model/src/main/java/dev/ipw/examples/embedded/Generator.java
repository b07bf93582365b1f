package dev.ipw.examples.embedded;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A writer of answers to prompts, one character after the other.
 *
 * <p>Safe to share between threads: all changing state belongs to the call.
 */
final class Generator {

    /** The minimum number of tokens that a prompt must leave for the answer in the context. */
    private static final int ANSWER_ROOM = 8;

    private final Transformer transformer;
    private final CharacterTokenizer tokenizer;
    private final PromptReader promptReader;

    /** Creates a generator over a model, which may be shared with others. */
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

    /** Loads a model from the class path and creates a generator over it. */
    static Generator load(ModelSize size) {
        return new Generator(Transformer.load(size));
    }

    /** Returns the characters that the model reads and writes. */
    CharacterTokenizer tokenizer() {
        return tokenizer;
    }

    /** Returns the shape of the model. */
    TransformerConfig config() {
        return transformer.config();
    }

    /**
     * Answers a conversation.
     *
     * @param conversation texts in any words, the last one last; {@link PromptReader} finds the question in them
     * @param sampling     the choice of characters, their maximum number, and the stop texts
     * @param listener     receives each character
     * @param cancelled    asked before each token is computed; the generation ends once it returns true
     */
    Generation generate(List<String> conversation, Sampling sampling, TokenListener listener,
            BooleanSupplier cancelled) {
        String prompt = fitted(promptReader.read(conversation));
        int[] tokens = tokenizer.encode(CharacterTokenizer.NEWLINE + prompt);
        if (cancelled.getAsBoolean()) {
            return new Generation(prompt, "", 0, 0, FinishReason.CANCELLED, Optional.empty());
        }
        Answer answer = new Answer(sampling.stop(), listener);
        DecodingState state = transformer.start();
        TokenChooser chooser = sampling.chooser();
        float[] logits = transformer.prefill(state, tokens);
        listener.prompted(tokens.length);
        Optional<FinishReason> end = Optional.empty();
        int generated = 0;
        while (end.isEmpty()) {
            int token = chooser.choose(logits);
            generated++;
            char character = tokenizer.decode(token);
            if (answer.endsWith(character, logits)) {
                end = Optional.of(FinishReason.STOP);
            } else if (generated == sampling.maxTokens() || state.full()) {
                end = Optional.of(FinishReason.LENGTH);
            } else if (cancelled.getAsBoolean()) {
                end = Optional.of(FinishReason.CANCELLED);
            } else {
                logits = transformer.step(state, token);
            }
        }
        return new Generation(prompt, answer.finish(), tokens.length, generated, end.get(), answer.stopText());
    }

    /** Answers one text. */
    Generation generate(String text, Sampling sampling, TokenListener listener, BooleanSupplier cancelled) {
        return generate(List.of(text), sampling, listener, cancelled);
    }

    /** Answers a text without a listener and without a way to cancel. */
    Generation generate(String text, Sampling sampling) {
        return generate(text, sampling, (character, logits) -> {}, () -> false);
    }

    // The question is at the end of a prompt, so a long one loses its beginning.
    private String fitted(String prompt) {
        int room = config().context() - ANSWER_ROOM - 1;
        return prompt.substring(Math.max(0, prompt.length() - room));
    }
}
