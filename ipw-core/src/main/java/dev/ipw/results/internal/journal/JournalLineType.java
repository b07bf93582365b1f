package dev.ipw.results.internal.journal;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The type of a journal's line, recognised by its beginning, even if the line is damaged. */
final class JournalLineType {
    private static final List<Class<? extends JournalEntry>> TYPES = List.of(JournalEntry.Begun.class,
            JournalEntry.Resumed.class, JournalEntry.Called.class, JournalEntry.Finished.class,
            JournalEntry.Evaluated.class,
            JournalEntry.Warned.class, JournalEntry.PhaseTimed.class, JournalEntry.TimesJudged.class,
            JournalEntry.JudgesAsked.class);
    private static final Map<Class<? extends JournalEntry>, String> BEGINNINGS = TYPES.stream()
            .collect(Collectors.toUnmodifiableMap(type -> type,
                    type -> "{\"type\":\"" + JournalCodec.typeOf(type) + "\","));
    // One damaged byte still leaves two types distinct.
    private static final int MAX_DIFFERENT = 1;

    private JournalLineType() {}

    /** Returns the text with which all lines of a type begin. */
    static String beginning(Class<? extends JournalEntry> type) {
        return Objects.requireNonNull(BEGINNINGS.get(type));
    }

    /** Returns whether a line begins like those of a known type. */
    static boolean isOfKnownType(String line) {
        for (String beginning : BEGINNINGS.values()) {
            if (line.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    /** Guesses the type of a damaged line; empty if its beginning is not that of a line. */
    static Optional<Class<? extends JournalEntry>> likelyType(String damaged) {
        return TYPES.stream().filter(type -> differing(damaged, beginning(type)) <= MAX_DIFFERENT)
                .min(Comparator.comparingInt(type -> differing(damaged, beginning(type))));
    }

    /** Returns whether a damaged line may contain a clock, as its own entry or after a damaged line feed. */
    static boolean mayTellClock(String damaged) {
        return likelyType(damaged).filter(JournalLineType::tellsClock).isPresent()
                || TYPES.stream().filter(JournalLineType::tellsClock)
                        .anyMatch(type -> damaged.contains(beginning(type)));
    }

    private static boolean tellsClock(Class<? extends JournalEntry> type) {
        return type == JournalEntry.Begun.class || type == JournalEntry.Resumed.class;
    }

    private static int differing(String line, String beginning) {
        int differing = Math.max(0, beginning.length() - line.length());
        for (int i = 0; i < Math.min(line.length(), beginning.length()); i++) {
            differing += line.charAt(i) == beginning.charAt(i) ? 0 : 1;
        }
        return differing;
    }
}
