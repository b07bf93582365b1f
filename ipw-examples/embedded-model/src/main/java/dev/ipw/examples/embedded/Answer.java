package dev.ipw.examples.embedded;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * The answer of one generation as it grows; characters that may become part of a stop text are held back from the
 * listener.
 */
final class Answer {
    private final StopTexts stop;
    private final TokenListener listener;
    private final StringBuilder text = new StringBuilder();
    private final Deque<Held> held = new ArrayDeque<>();
    private Optional<String> stopText = Optional.empty();

    Answer(StopTexts stop, TokenListener listener) {
        this.stop = stop;
        this.listener = listener;
    }

    /**
     * Takes the next character.
     *
     * @param logits the logits from which it was chosen; not kept
     * @return true if the answer ends with it
     */
    boolean endsWith(char character, float[] logits) {
        text.append(character);
        stopText = stop.reached(text);
        if (stopText.isPresent()) {
            int rest = text.length() - stopText.get().length();
            text.setLength(rest);
            return true;
        }
        if (character == CharacterTokenizer.NEWLINE) {
            text.setLength(text.length() - 1);
            return true;
        }
        int keep = stop.held(text);
        if (keep == 0 && held.isEmpty()) {
            listener.generated(character, logits);
        } else {
            held.add(new Held(text.length() - 1, character, logits.clone()));
            release(text.length() - keep);
        }
        return false;
    }

    /** Reports the held characters that are part of the answer after all; returns the answer. */
    String finish() {
        release(text.length());
        return text.toString();
    }

    /** Returns the stop text that ended the answer. */
    Optional<String> stopText() {
        return stopText;
    }

    private void release(int end) {
        while (!held.isEmpty() && held.getFirst().index < end) {
            Held first = held.removeFirst();
            listener.generated(first.character, first.logits);
        }
    }

    /** A character that may belong to a stop text, its place in the answer and the logits from which it was chosen. */
    private record Held(int index, char character, float[] logits) {}
}
