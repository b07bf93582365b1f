package dev.ipw.agents.terminus;

import dev.ipw.inference.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reader of a pane's new output. Lines are counted from the top of the pane's history. If they have moved
 * otherwise than by scrolling, for example after {@code clear} or in an editor, the screen is read.
 */
final class PaneReader {
    /** The number of lines that tmux keeps: a line of 160 columns takes about 1 KB. */
    static final int HISTORY_LINES = 50_000;
    static final int HEIGHT = 40;
    private static final int MAX_LINES = 2_000;
    private static final int PART_LINES = MAX_LINES / 2;
    private static final int KNOWN_LINES = 3;
    private static final int MAX_ATTEMPTS = 3;
    private static final String FORMAT = "display-message -p -t " + TmuxSocket.SESSION
            + " 'pane #{history_size} #{cursor_y} #{alternate_on} #{pane_dead} #{pane_dead_status}'";
    private static final int LOOKS_FOR_STATUS = 10;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Pattern STATE = Pattern.compile("pane (\\d+) (\\d+) ([01]) ([01]) ?(\\d*)");

    private final TmuxSocket tmux;
    private Optional<Mark> mark = Optional.empty();
    private boolean hasShellEnded;
    private String shellStatus = "";

    PaneReader(TmuxSocket tmux) {
        this.tmux = tmux;
    }

    /** Reads the new output, or otherwise the screen. */
    ScreenText read() throws TaskEndedException, InterruptedException {
        Optional<ScreenText> added = mark.isEmpty() ? Optional.empty() : added(mark.get());
        ScreenText text = added.isPresent() ? added.get() : screen();
        if (mark.isPresent() && mark.get().historyLines > HISTORY_LINES / 2) {
            forgetHistory(mark.get());
        }
        return text;
    }

    private ScreenText screen() throws TaskEndedException, InterruptedException {
        Capture capture = capture(0).orElseThrow(() -> TaskEndedException.of(FailureKind.CLIENT_ERROR,
                "The terminal in " + tmux.host().name() + " cannot be read: tmux tells no state of its pane"));
        if (!capture.state.isAlternate) {
            mark = Optional.of(capture.mark());
        }
        return text(true, capture, 0, 0);
    }

    private Optional<ScreenText> added(Mark before) throws TaskEndedException, InterruptedException {
        long history = before.historyLines;
        for (int attempt = 1;; attempt++) {
            long first = before.line - before.above.size() - history;
            Optional<Capture> read = capture(first);
            if (read.isEmpty()) {
                return Optional.empty();
            }
            Capture capture = read.get();
            long scrolled = capture.state.historyLines - history;
            // tmux drops a tenth of a full history at once: from there on the count is useless.
            boolean mayHaveDropped = capture.state.historyLines >= HISTORY_LINES / 10 * 9;
            if (capture.state.isAlternate || scrolled < 0 || mayHaveDropped) {
                return Optional.empty();
            }
            if (scrolled == 0 || attempt == MAX_ATTEMPTS) {
                return added(before, capture, scrolled);
            }
            // Lines scrolled between the last read and this one; read again from their new position.
            history = capture.state.historyLines;
        }
    }

    private Optional<ScreenText> added(Mark before, Capture capture, long scrolled) {
        int known = (int) Math.max(0, before.above.size() - scrolled);
        boolean goesOn = capture.state.historyLines + capture.state.cursorLine >= before.line
                && capture.head.size() >= known
                && capture.head.subList(0, known)
                        .equals(before.above.subList(before.above.size() - known, before.above.size()));
        if (!goesOn) {
            return Optional.empty();
        }
        mark = Optional.of(capture.mark());
        return Optional.of(text(false, capture, known, Math.max(0, scrolled - before.above.size())));
    }

    private static ScreenText text(boolean isScreen, Capture capture, int from, long missing) {
        List<String> head = capture.head.subList(from, capture.head.size());
        // The lost lines that scrolled away before they could be read were at the start.
        return missing > 0 && capture.leftOut == 0
                ? new ScreenText(isScreen, List.of(), missing, head, "")
                : new ScreenText(isScreen, head, capture.leftOut + missing, capture.tail, "");
    }

    /** Reads the state and, at the same moment, all lines from a given one on, counted from the top of the screen. */
    private Optional<Capture> capture(long first) throws TaskEndedException, InterruptedException {
        String capture = " \\; capture-pane -p -t " + TmuxSocket.SESSION + " -S ";
        long from = Math.min(first, HEIGHT - 1L);
        long lines = HEIGHT - from;
        boolean isWhole = lines <= MAX_LINES;
        String output = tmux.give(List.of(FORMAT + capture + from + (isWhole
                ? ""
                : " -E " + (from + PART_LINES - 1) + capture + (HEIGHT - PART_LINES))));
        List<String> all = new ArrayList<>(List.of(output.split("\n", -1)));
        if (all.getLast().isEmpty()) {
            all.removeLast();
        }
        Matcher state = STATE.matcher(all.isEmpty() ? "" : all.removeFirst());
        if (!state.matches()) {
            // The output was so long that its start, the state, was dropped.
            return Optional.empty();
        }
        take(state);
        List<String> shown = all.stream().map(String::stripTrailing).toList();
        int split = isWhole ? shown.size() : Math.min(PART_LINES, shown.size());
        return Optional.of(new Capture(PaneState.of(state), shown.subList(0, split),
                isWhole ? 0 : lines - MAX_LINES, shown.subList(split, shown.size())));
    }

    private void forgetHistory(Mark known) throws TaskEndedException, InterruptedException {
        String output = tmux.give(List.of(FORMAT + " \\; clear-history -t " + TmuxSocket.SESSION));
        Matcher state = STATE.matcher(output.strip());
        if (state.matches()) {
            long gone = PaneState.of(state).historyLines;
            long line = known.line - gone;
            int kept = Math.clamp(line, 0, known.above.size());
            mark = line < 0
                    ? Optional.empty()
                    : Optional.of(new Mark(0, line, known.above.subList(known.above.size() - kept,
                            known.above.size())));
        }
    }

    private void take(Matcher state) {
        hasShellEnded = state.group(4).equals("1");
        shellStatus = state.group(5);
    }

    /** Returns the exit of the pane's shell as of the last read; empty if it was running. */
    Optional<String> shellEnd() throws TaskEndedException, InterruptedException {
        // tmux notices that a shell's terminal is closed before it knows the status, and occasionally misses the end
        // of the shell itself: the end of another child makes it check again.
        for (int look = 0; hasShellEnded && shellStatus.isEmpty() && look < LOOKS_FOR_STATUS; look++) {
            Thread.sleep(BETWEEN_LOOKS);
            Matcher state = STATE.matcher(tmux.give(List.of("run-shell true \\; " + FORMAT)).strip());
            if (state.matches()) {
                take(state);
            }
        }
        return hasShellEnded
                ? Optional.of(shellStatus.isEmpty() ? "by a signal" : "with status " + shellStatus)
                : Optional.empty();
    }

    /** Makes the next read take the screen, because another shell runs in the pane. */
    void forget() {
        mark = Optional.empty();
        hasShellEnded = false;
        shellStatus = "";
    }

    /**
     * The position up to which a pane was read.
     *
     * @param historyLines the lines above the screen
     * @param line         the cursor's line, counted from the top of the history
     * @param above        the content of the lines above it, a few at most
     */
    private record Mark(long historyLines, long line, List<String> above) {}

    /**
     * The state of a pane in tmux.
     *
     * @param historyLines the lines above the screen
     * @param cursorLine   the cursor's line, counted from the top of the screen
     * @param isAlternate  whether a full-screen program runs, such as an editor
     */
    private record PaneState(long historyLines, int cursorLine, boolean isAlternate) {
        static PaneState of(Matcher state) {
            return new PaneState(Long.parseLong(state.group(1)), Integer.parseInt(state.group(2)),
                    state.group(3).equals("1"));
        }
    }

    /**
     * The lines read at one moment, down to the bottom of the screen.
     *
     * @param state   the pane's state
     * @param head    the lines, or the first of them
     * @param leftOut the number of lines after them that were not read
     * @param tail    the lines after those
     */
    private record Capture(PaneState state, List<String> head, long leftOut, List<String> tail) {
        Mark mark() {
            List<String> last = tail.isEmpty() ? head : tail;
            int cursor = Math.clamp((long) last.size() - HEIGHT + state.cursorLine, 0, last.size());
            return new Mark(state.historyLines, state.historyLines + state.cursorLine,
                    List.copyOf(last.subList(Math.max(0, cursor - KNOWN_LINES), cursor)));
        }
    }
}
