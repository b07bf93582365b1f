package dev.ipw.agents.terminus;

/** The messages of the agent to the model. */
final class Prompt {
    /** The question whether the task is really done. */
    static final String CONFIRM = """
            You said that the task is done. What you left will be tested as it stands, and nothing can be mended afterwards. If it is \
            really done, say task_complete again. Otherwise go on; what you said does not count then.""";
    /** The request for a summary of the work. */
    static final String SUMMARY = """
            The conversation becomes too long and is about to be cut. Sum up your work in plain text, not in the form of a reply, for \
            somebody who goes on with it and sees nothing of this conversation: what was done and with which commands, what was found \
            out, which files and programs matter and in which state they are, what failed and why, and what is left to do.""";
    /** The request for the answers to questions about the summary. */
    static final String ANSWERS = """
            Whoever goes on with the work has read your summary and asks the questions below. Answer each in plain text, with exact \
            paths, names, commands and values as far as they stand in this conversation; say so where they do not.""";
    private static final String QUESTIONS = """
            You take over a task that somebody else has begun at a terminal. Below stand the task and a summary of the work so far. \
            Before you go on you may ask that person, once. Write at most ten questions in plain text, about what you need to know and \
            the summary leaves open. Do not begin to work yet.""";
    private static final String WORK = """
            You do a task at a Linux terminal, alone and without anybody to ask. The terminal is a tmux pane of 160 columns and 40 lines \
            with a shell in it. You type keys into it; after each reply you are shown what is new, or the whole screen.
            """;
    private static final String RULES = """
            Rules:
            - What does not end with a line feed is typed and not sent.
            - Keys have the names of tmux: C-c, C-d, Escape, Tab, Up, PageDown, F1. Keystrokes that are names of keys alone, with single \
            blanks between, are those keys; in any other text the names are letters.
            - Choose the duration by what the command takes: 0.1 for cd or ls, more for builds and downloads, at most 60. What takes \
            longer is looked at again with no commands, or with empty keystrokes and a duration, as often as needed.
            - Output beyond 10,000 bytes is shown to you without its middle.
            - Programs that page or ask, such as less, wait for keys; leave them before you type commands.
            - Say task_complete only when the task is done and checked. You are asked once more before it counts.
            """;

    private Prompt() {}

    static String instruction(ReplyFormat format) {
        return WORK + "\n" + format.description() + "\n\n" + RULES.strip();
    }

    /** Returns the message with the initial content of the terminal. */
    static String begun(String screen) {
        return "Nothing was typed yet. " + screen;
    }

    static String questions(String task, String summary) {
        return QUESTIONS + "\n\nThe task:\n" + task + "\n\nThe summary:\n" + summary;
    }

    /** Returns the message to a new conversation with the state of the previous one. */
    static String background(String summary, String questions, String answers, String next) {
        return "You have worked on the task before; that conversation became too long. Your summary of it:\n"
                + orNone(summary) + "\n\nQuestions about it:\n" + orNone(questions) + "\n\nYour answers:\n"
                + orNone(answers) + "\n\nGo on from here.\n\n" + next;
    }

    private static String orNone(String text) {
        return text.isBlank() ? "(none was given)" : text.strip();
    }
}
