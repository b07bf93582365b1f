package dev.ipw.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A conversation that a scripted model plays: what it replies in each turn, and what an agent must have done in the end.
 *
 * @param number  which it is, from 0
 * @param replies the model's replies, the last of them the answer
 */
record Episode(int number, List<Reply> replies) {
    private static final int MAX_TURNS = 6;
    private static final int MAX_CALLS = 3;
    private static final List<String> TOOLS = List.of("calculator", "think", "file_write", "file_read", "no_such_tool");

    /** Draw an episode. */
    static Episode of(long seed, int number) {
        Random random = new Random(seed * 1_000 + number);
        List<Reply> replies = new ArrayList<>();
        int turns = random.nextInt(MAX_TURNS);
        for (int turn = 0; turn < turns; turn++) {
            List<Call> calls = new ArrayList<>();
            int count = 1 + random.nextInt(MAX_CALLS);
            for (int call = 0; call < count; call++) {
                calls.add(call(random, number));
            }
            replies.add(new Reply(calls, "", tokens(random), tokens(random), random.nextInt(15)));
        }
        replies.add(
                new Reply(List.of(), "The answer is " + number, tokens(random), tokens(random), random.nextInt(15)));
        return new Episode(number, replies);
    }

    private static int tokens(Random random) {
        return 1 + random.nextInt(500);
    }

    private static Call call(Random random, int number) {
        String tool = TOOLS.get(random.nextInt(TOOLS.size()));
        return switch (tool) {
            case "calculator" -> random.nextInt(4) == 0
                    ? new Call(tool, "{\"expression\": \"1 +", true)
                    : new Call(tool, "{\"expression\": \"" + number + " * 2\"}", false);
            case "think" -> random.nextInt(4) == 0
                    ? new Call(tool, "{\"thought\": 7}", true)
                    : new Call(tool, "{\"thought\": \"well\"}", false);
            case "file_write" -> new Call(tool, "{\"path\": \"notes.txt\", \"content\": \"" + number + "\"}", false);
            case "file_read" -> new Call(tool, "{\"path\": \"../../journal.jsonl\"}", true);
            default -> new Call(tool, "{}", true);
        };
    }

    String question() {
        return "Play episode " + number;
    }

    List<Call> calls() {
        return replies.stream().flatMap(reply -> reply.calls().stream()).toList();
    }

    long inputTokens() {
        return replies.stream().mapToLong(Reply::inputTokens).sum();
    }

    long outputTokens() {
        return replies.stream().mapToLong(Reply::outputTokens).sum();
    }

    /**
     * What the model says in one turn.
     *
     * @param calls        the tools that it asks for
     * @param text         what it says
     * @param inputTokens  what it counts as the prompt
     * @param outputTokens what it counts as the answer
     * @param millis       how long it takes
     */
    record Reply(List<Call> calls, String text, int inputTokens, int outputTokens, int millis) {}

    /**
     * One tool call.
     *
     * @param tool      the tool
     * @param arguments what the model writes
     * @param isWrong   whether the tool must refuse it
     */
    record Call(String tool, String arguments, boolean isWrong) {}
}
