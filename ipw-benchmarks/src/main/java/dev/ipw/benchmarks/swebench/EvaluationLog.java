package dev.ipw.benchmarks.swebench;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The output of an evaluation script on its tests.
 *
 * @param tests    the text between the marks of their start and end
 * @param exitCode their exit status, where the script prints it
 * @param problem  the reason that the text cannot be trusted; empty if it can
 */
record EvaluationLog(String tests, OptionalInt exitCode, Optional<String> problem) {
    private static final String START = ">>>>> Start Test Output";
    private static final String END = ">>>>> End Test Output";
    private static final Pattern EXIT = Pattern.compile("(?m)^\\W*Test Exit Code\\W{0,4}(\\d{1,3})\\W*$");
    /**
     * The prefix of a mark: a shell that prints its commands prints a mark as {@code + : '...'}, and an echo prints it
     * once more.
     */
    private static final Pattern TRACE_PREFIX = Pattern.compile("^\\++ (?:: |echo )?");

    /** Reads the output of a script. */
    static EvaluationLog of(String log) {
        List<String> lines = log.lines().toList();
        int[] starts = marks(lines, START);
        int[] ends = marks(lines, END);
        OptionalInt exitCode = exitCode(log);
        if (starts.length == 0) {
            return new EvaluationLog("", exitCode,
                    Optional.of("The evaluation script came to no test: the mark of their start is missing"));
        }
        if (ends.length == 0) {
            return new EvaluationLog("", exitCode,
                    Optional.of("The evaluation script did not come to the end of its tests"));
        }
        if (isDoubled(lines, starts) || isDoubled(lines, ends)) {
            return new EvaluationLog("", exitCode,
                    Optional.of("The marks of the tests were printed several times, not by the evaluation script"
                            + " alone"));
        }
        int from = starts[starts.length - 1] + 1;
        return new EvaluationLog(ends[0] < from ? "" : String.join("\n", lines.subList(from, ends[0])) + "\n",
                exitCode, Optional.empty());
    }

    private static int[] marks(List<String> lines, String mark) {
        return IntStream.range(0, lines.size()).filter(index -> {
            String text = TRACE_PREFIX.matcher(lines.get(index).strip()).replaceFirst("").replaceAll("^['\"]|['\"]$",
                    "");
            return text.strip().equals(mark);
        }).toArray();
    }

    /** Returns whether a mark is repeated in one form: as a command of the shell, or as output. */
    private static boolean isDoubled(List<String> lines, int[] marks) {
        long traced = IntStream.of(marks).filter(index -> lines.get(index).strip().startsWith("+")).count();
        return traced > 1 || marks.length - traced > 1;
    }

    /** Returns the exit status. The script prints it after the tests, so the last one counts. */
    private static OptionalInt exitCode(String log) {
        Matcher matcher = EXIT.matcher(log);
        OptionalInt last = OptionalInt.empty();
        while (matcher.find()) {
            last = OptionalInt.of(Integer.parseInt(matcher.group(1)));
        }
        return last;
    }
}
