package dev.ipw.cli.command;

import dev.ipw.cli.terminal.LostResultException;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.cli.terminal.WindowSize;
import dev.ipw.cli.text.ColouredWords;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.io.VisibleText;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.run.RunSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The state that all commands share: the options that may precede or follow the command's name, and the terminal. */
public final class CommandContext {
    /** The option that shows the help with all options; it is parsed as --help, since picocli has one such option. */
    public static final String HELP_ALL = "--help-all";

    @Option(names = "--plugins", paramLabel = "JAR", split = ",", scope = ScopeType.INHERIT,
            description = "Jars with further plugins; may be given several times.")
    private List<Path> plugins = new ArrayList<>();

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Write the result as JSON.")
    private boolean json;

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT, description = "Show no progress and no notes.")
    private boolean quiet;

    @Option(names = {"-v", "--verbose"}, scope = ScopeType.INHERIT, description = "Show the log on standard error too.")
    private boolean verbose;

    private final Terminal terminal;
    private final NestedCommand nested;
    private String typed = "ipw";
    private ClassLoader classLoader = CommandContext.class.getClassLoader();

    private @Nullable WindowSize window;

    public CommandContext(Terminal terminal, NestedCommand nested) {
        this.terminal = terminal;
        this.nested = nested;
    }

    @Option(names = HELP_ALL, scope = ScopeType.INHERIT, description = "Show this help with all options.")
    void helpAll(boolean isAsked) {
        // The layout of the help is chosen by the typed words, before they are read.
    }

    /** Runs a command within another one. */
    @FunctionalInterface
    public interface NestedCommand {
        /** Runs the command, writes its output to a terminal of its own and returns its exit code. */
        int run(String[] arguments, Terminal captured);
    }

    /** Runs another command with a terminal of its own and returns its exit code. */
    public int runNested(List<String> arguments, Terminal captured) {
        return nested.run(arguments.toArray(String[]::new), captured);
    }

    /** Loads the jars of {@code --plugins} and prints a warning for each that has problems. */
    public void loadPlugins() {
        classLoader = PluginJars.classLoader(plugins, classLoader);
        PluginJars.problems(plugins, classLoader).forEach(problem -> complain("Warning: " + problem));
        Thread.currentThread().setContextClassLoader(classLoader);
    }

    /** Prints a warning for each plugin in the jars of {@code --plugins} that is not found. */
    public void warnOfLostPlugins() {
        PluginJars.notFound(plugins, classLoader).forEach(problem -> complain("Warning: " + problem));
    }

    public void typed(String command) {
        typed = command;
    }

    /** Returns the typed command without secrets. */
    public String typed() {
        return typed;
    }

    public Terminal terminal() {
        return terminal;
    }

    /** Returns the current size of the terminal, whose window may be resized. */
    public WindowSize window() {
        WindowSize known = window;
        if (known == null) {
            known = WindowSize.of(terminal);
            window = known;
        }
        return known;
    }

    public boolean quiet() {
        return quiet;
    }

    public boolean json() {
        return json;
    }

    public boolean verbose() {
        return verbose;
    }

    public ClassLoader classLoader() {
        return classLoader;
    }

    /**
     * Prints the result.
     *
     * @param text the text for a person
     * @param tree the tree for a program: maps, lists, texts, numbers, booleans and nulls
     */
    public void answer(Supplier<String> text, Supplier<TreeBuilder> tree) {
        if (json) {
            terminal.out().print(ended(tree.get().prettyJson()));
            terminal.out().flush();
        } else {
            print(text.get());
        }
    }

    private static String ended(String text) {
        return text.endsWith("\n") ? text : text + "\n";
    }

    /** Prints a result for a person, with colours if the terminal supports them. */
    public void print(String text) {
        if (terminal.colour()) {
            terminal.out().trusted().print(ColouredWords.in(VisibleText.marked(ended(text))));
        } else {
            terminal.out().print(ended(text));
        }
        terminal.out().flush();
    }

    /** Prints one line of a result that may have many. */
    public void line(String text) {
        terminal.out().println(text);
        LostResultException.throwIfLost(terminal.out());
    }

    /** Prints an error although the command continues. */
    public void complain(String sentence) {
        printWrapped(sentence);
    }

    /**
     * Prints a sentence to standard error. On a terminal it is wrapped at spaces, since the terminal would break
     * words; in a file it is one line.
     */
    private void printWrapped(String sentence) {
        String text = CommandWords.of(sentence);
        // Text with line breaks, such as a command on a line of its own, must remain easy to copy.
        List<String> lines = terminal.live() && text.indexOf('\n') < 0
                ? TextTable.wrap(text, window().now().columns())
                : List.of(text);
        lines.forEach(terminal.err()::println);
    }

    /** Prints the damage of a run, so that no incomplete figure is taken as complete. */
    public void complainOfDamage(RunSummary run) {
        run.damage().forEach(one -> complain("Warning: " + one));
    }

    /** Prints a note beside the result. */
    public void note(String sentence) {
        if (!quiet) {
            printWrapped(sentence);
        }
    }
}
