package dev.ipw.benchmarks.code;

import dev.ipw.internal.io.ReasoningText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A finder of the program in an answer: the last fenced block, or the existing part of a block that never closes. */
final class CodeText {
    private static final String FENCE = "```";

    private CodeText() {}

    /** Returns the code of the last block; empty if there is none. */
    static Optional<String> lastBlock(String answer) {
        List<String> lines = ReasoningText.removed(answer).lines().toList();
        List<Integer> fences = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().startsWith(FENCE)) {
                fences.add(i);
            }
        }
        if (fences.isEmpty()) {
            return Optional.empty();
        }
        boolean isOpen = fences.size() % 2 == 1;
        int start = isOpen ? fences.getLast() : fences.get(fences.size() - 2);
        int end = isOpen ? lines.size() : fences.getLast();
        return Optional.of(String.join("\n", lines.subList(start + 1, end)) + "\n").filter(code -> !code.isBlank());
    }
}
