package dev.ipw.agents.tool.retrieval;

import dev.ipw.internal.io.Excerpt;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The sentences of a text that contain words of a query. */
final class Highlights {
    private static final int MAX_SENTENCES = 3;
    private static final int MAX_CHARACTERS = 150;

    private Highlights() {}

    /**
     * Selects sentences.
     *
     * @param text  the text
     * @param query the query
     * @return at most three, in their order; empty if no sentence contains a word
     */
    static List<String> of(String text, String query) {
        Set<String> wanted = new HashSet<>(CorpusIndex.wordsOf(query));
        List<String> picked = new ArrayList<>();
        BreakIterator sentences = BreakIterator.getSentenceInstance(Locale.ROOT);
        sentences.setText(text);
        int start = sentences.first();
        for (int end = sentences.next(); end != BreakIterator.DONE
                && picked.size() < MAX_SENTENCES; end = sentences.next()) {
            String sentence = text.substring(start, end);
            if (CorpusIndex.wordsOf(sentence).stream().anyMatch(wanted::contains)) {
                picked.add(Excerpt.of(sentence, MAX_CHARACTERS));
            }
            start = end;
        }
        return picked;
    }
}
