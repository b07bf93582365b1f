package dev.ipw.cli;

import java.util.ArrayList;
import java.util.List;

/** Collect what a reader should know beside figures, the gravest first, and keep it to so many lines. */
final class ShortNotes {
    private static final String MORE = " ...";

    private final List<String> notes = new ArrayList<>();

    void add(String note) {
        notes.add(CommandWords.of(note));
    }

    /**
     * Write them: whole if there is room, else the begin of each, and of the last ones only how many there are.
     *
     * @param most    how many lines there are room for, 1 at least
     * @param columns the width to keep to
     * @param where   where the rest is, for example {@code --details shows them}
     */
    List<String> lines(int most, int columns, String where) {
        List<String> whole = notes.stream().flatMap(note -> TextTable.wrap(note, columns).stream()).toList();
        if (whole.size() <= most) {
            return whole;
        }
        int shown = Math.min(notes.size(), most - 1);
        List<String> lines = new ArrayList<>();
        notes.subList(0, shown).forEach(note -> lines.add(begin(note, columns)));
        int left = notes.size() - shown;
        lines.add((left == 0 ? "" : shown == 0 ? left + " notes: " : "and " + left + " more: ") + where);
        return lines;
    }

    private static String begin(String note, int columns) {
        List<String> all = TextTable.wrap(note, columns);
        return all.size() == 1
                ? note
                : DisplayWidth.within(TextTable.wrap(note, columns - MORE.length()).getFirst(),
                        columns - MORE.length()) + MORE;
    }
}
