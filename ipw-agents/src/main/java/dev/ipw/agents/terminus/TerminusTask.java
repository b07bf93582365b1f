package dev.ipw.agents.terminus;

import dev.ipw.agents.Conversation;
import dev.ipw.agents.terminus.ReadReply.Command;
import dev.ipw.agents.terminus.ReadReply.TerminalReply;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.Setting;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.query.ModelCall;
import dev.ipw.query.ModelCall.Purpose;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QuerySession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One task at its terminal. */
final class TerminusTask {
    private static final String TOOL = "terminal";
    private static final int MAX_UNREADABLE = 25;
    /** The finish reasons of servers for a reply that reached the limit of its length. */
    private static final Set<String> CUT_REASONS = Set.of("length", "max_tokens", "MAX_TOKENS");

    private final DatasetRecord question;
    private final QuerySession session;
    private final Terminal terminal;
    private final TerminusSettings settings;
    private final long endNanos;
    private final List<Message> history = new ArrayList<>();
    private int openingSize;
    private int calls;
    private int unreadable;
    private boolean isAskedToConfirm;

    /**
     * Creates a task.
     *
     * @param endNanos its deadline, as {@link System#nanoTime()}
     */
    TerminusTask(DatasetRecord question, QuerySession session, Terminal terminal, TerminusSettings settings,
            long endNanos) {
        this.question = question;
        this.session = session;
        this.terminal = terminal;
        this.settings = settings;
        this.endNanos = endNanos;
    }

    /** Works until the model has declared twice that it is done. */
    QueryOutcome run(String firstScreen) throws TaskEndedException, InterruptedException {
        begin(Prompt.begun(firstScreen));
        Purpose purpose = Purpose.TURN;
        while (true) {
            InferenceRequest request = request(history);
            ModelCall call = call(request, purpose);
            if (call.failure().isPresent()) {
                shortenRefused(call);
                continue;
            }
            ReadReply read = settings.format().read(call.response().text());
            purpose = read.reply().isEmpty() ? Purpose.RETRY : Purpose.TURN;
            boolean isConfirmed = isAskedToConfirm && read.reply().filter(TerminalReply::isComplete).isPresent();
            String next = read.reply().isEmpty() ? unreadable(read, call) : typed(read, read.reply().get());
            if (isConfirmed) {
                return session.finish(read.reply().orElseThrow().analysis());
            }
            answered(call.response().text());
            if (settings.window().isFull(request, call, next)) {
                shorten(next, turns());
            } else {
                history.add(Message.user(next));
            }
        }
    }

    /** Begins a conversation; the agent's message precedes the question, so that the question comes last. */
    private void begin(String context) {
        history.clear();
        history.addAll(Conversation.opening(Prompt.instruction(settings.format()) + "\n\n" + context,
                session.opening(question)).messages());
        openingSize = history.size();
    }

    private void answered(String text) {
        if (!text.isBlank()) {
            history.add(Message.assistant(text));
        }
    }

    private InferenceRequest request(List<Message> messages) {
        return new InferenceRequest(messages, settings.options(session.options(question)));
    }

    private ModelCall call(InferenceRequest request, Purpose purpose)
            throws TaskEndedException, InterruptedException {
        if (calls == settings.mostTurns()) {
            throw TaskEndedException.of(FailureKind.LIMIT_REACHED, "The task was not done after " + calls
                    + " turns, which is the limit " + Setting.MAX_TURNS);
        }
        calls++;
        return session.call(request, purpose);
    }

    private String unreadable(ReadReply read, ModelCall call) throws TaskEndedException {
        isAskedToConfirm = false;
        unreadable++;
        if (unreadable == MAX_UNREADABLE) {
            throw TaskEndedException.of(FailureKind.MALFORMED,
                    MAX_UNREADABLE + " replies in a row could not be read; the last: " + read.errors().getFirst());
        }
        boolean wasCut = call.response().finishReason().filter(CUT_REASONS::contains).isPresent();
        return read.problemText() + (wasCut ? "It was cut off at the limit of its length: write less at once.\n" : "")
                + "Write it anew.\n\n" + settings.format().description();
    }

    private String typed(ReadReply read, TerminalReply reply) throws TaskEndedException, InterruptedException {
        unreadable = 0;
        isAskedToConfirm = reply.isComplete();
        return read.problemText() + work(reply.commands()) + (isAskedToConfirm ? "\n\n" + Prompt.CONFIRM : "");
    }

    /** Types the commands and reads the screen, as one use of a tool. */
    private String work(List<Command> commands) throws TaskEndedException, InterruptedException {
        try {
            return session.tool(TOOL, Optional.empty(), () -> {
                for (Command command : commands) {
                    terminal.type(command.keystrokes());
                    Thread.sleep(waited(command.duration()));
                }
                return terminal.read().format();
            });
        } catch (TaskEndedException | InterruptedException | RuntimeException failed) {
            throw failed;
        } catch (Exception unknown) {
            throw new IllegalStateException(unknown);
        }
    }

    /** Returns the wait, limited by the remaining time of the task. */
    private Duration waited(Duration wanted) {
        Duration left = Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
        return wanted.compareTo(left) < 0 ? wanted : left;
    }

    private void shortenRefused(ModelCall refused) throws TaskEndedException, InterruptedException {
        if (refused.failure().filter(Conversation::isTooLong).isEmpty() || history.size() <= openingSize) {
            throw TaskEndedException.ofCall();
        }
        String next = history.removeLast().text();
        shorten(next, withoutOlderHalf(turns()));
    }

    /**
     * Summarises, and begins a new conversation. If even that is rejected as too long, the older half is removed
     * repeatedly.
     */
    private void shorten(String next, List<Message> turns) throws TaskEndedException, InterruptedException {
        List<Message> recent = turns;
        Optional<String> summary = summary(recent, next);
        while (summary.isEmpty()) {
            if (recent.isEmpty()) {
                throw TaskEndedException.ofCall();
            }
            recent = withoutOlderHalf(recent);
            summary = summary(recent, next);
        }
        begin(summary.get());
    }

    private Optional<String> summary(List<Message> turns, String next)
            throws TaskEndedException, InterruptedException {
        List<Message> conversation = new ArrayList<>(history.subList(0, openingSize));
        conversation.addAll(turns);
        return new ConversationSummary(messages -> call(request(messages), Purpose.SUMMARY))
                .of(conversation, session.opening(question).getLast().text(), next);
    }

    private List<Message> turns() {
        return List.copyOf(history.subList(openingSize, history.size()));
    }

    /** Returns the newer half of the turns; a turn begins with the model's message. */
    private static List<Message> withoutOlderHalf(List<Message> turns) {
        List<Message> recent = new ArrayList<>(turns.subList((turns.size() + 1) / 2, turns.size()));
        while (!recent.isEmpty() && recent.getFirst().role() != Message.Role.ASSISTANT) {
            recent.removeFirst();
        }
        return recent;
    }
}
