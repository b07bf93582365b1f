package dev.ipw.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Notes beside figures, the most serious first, limited to a number of lines. */
public final class ShortNotes {
    private static final String MORE = " ...";
    private static final Pattern SENTENCE_END = Pattern.compile("\\. (?=\\p{Lu})");

    private final List<String> notes = new ArrayList<>();

    public void add(String note) {
        notes.add(CommandWords.of(note));
    }

    /**
     * Formats the notes: complete if there is room, otherwise the first sentence of each, and of the last ones only
     * their number.
     *
     * @param most    the maximum number of lines, at least 1
     * @param columns the maximum width
     * @param where   the place of the rest, for example {@code --details shows them}
     */
    public List<String> lines(int most, int columns, String where) {
        List<String> whole = notes.stream().flatMap(note -> TextTable.wrap(note, columns).stream()).toList();
        if (whole.size() <= most) {
            return whole;
        }
        int shown = Math.min(notes.size(), most - 1);
        List<String> lines = new ArrayList<>();
        notes.subList(0, shown).forEach(note -> lines.add(begin(note, columns)));
        int left = notes.size() - shown;
        lines.add((left == 0 ? "" : shown == 0 ? count(left) + ": " : left + " more: ") + where);
        return lines;
    }

    private static String count(int notes) {
        return notes == 1 ? "1 note" : notes + " notes";
    }

    /** Returns the first sentence, cut where it exceeds the width. */
    private static String begin(String note, int columns) {
        String sentence = SENTENCE_END.split(note, 2)[0];
        return DisplayWidth.of(sentence) <= columns
                ? sentence
                : DisplayWidth.within(TextTable.wrap(sentence, columns - MORE.length()).getFirst(),
                        columns - MORE.length()) + MORE;
    }
}
