package dev.ipw.cli;

import java.util.List;
import java.util.regex.Pattern;

/** Say in the words of the command line what the libraries name by their own settings. */
final class CommandWords {
    private static final List<Word> WORDS = List.of(
            new Word("the tool parameter ([a-z_]+\\.[a-z_]+=)", "--tool-param $1"),
            new Word("the analysis option ([a-z_]+=)", "--option $1"),
            new Word("by the tools (none|[a-z_,:]+)$", "--tools $1"),
            new Word("name no tools\\b", "leave --tools out"),
            new Word("the parameter unsafe_local_execution=true", "--unsafe-local-execution"),
            new Word("\\(max_turns\\)", "(--max-turns)"), new Word("\\(query_timeout\\)", "(--query-timeout)"),
            new Word("Recover it first, which finishes it", "'ipw analyze' with its folder finishes it"));

    private CommandWords() {}

    /** Translate a message of a library. */
    static String of(String message) {
        String told = message;
        for (Word word : WORDS) {
            told = word.library().matcher(told).replaceAll(word.command());
        }
        return told;
    }

    private record Word(Pattern library, String command) {
        Word(String library, String command) {
            this(Pattern.compile(library), command);
        }
    }
}
