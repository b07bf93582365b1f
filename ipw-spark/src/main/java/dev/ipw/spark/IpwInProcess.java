package dev.ipw.spark;

import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.Terminal;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** The {@code ipw} command in this Java runtime. */
final class IpwInProcess implements IpwProgram {
    private static final int OLDEST_JAVA = 22;
    private static final String ADVICE = ". Install ipw on each machine and name its launcher, which runs it in a Java"
            + " runtime of its own";

    @Override
    public IpwResult run(List<String> arguments) throws InterruptedException {
        int java = Runtime.version().feature();
        if (java < OLDEST_JAVA) {
            return refused("ipw needs Java " + OLDEST_JAVA + ", and Spark runs on Java " + java + ADVICE);
        }
        try {
            IpwResult result = Command.run(arguments);
            if (Thread.interrupted()) {
                throw new InterruptedException("Spark ended the task; the shard can be resumed");
            }
            return result;
        } catch (NoClassDefFoundError absent) {
            return refused("The class path of Spark has no " + absent.getMessage() + ": add ipw-cli with its libraries"
                    + " by --jars or --packages" + ADVICE);
        }
    }

    private static IpwResult refused(String reason) {
        return new IpwResult(ShardOutcome.REFUSED, "", reason);
    }

    /** Keeps classes that an older Java runtime cannot load apart. */
    private static final class Command {
        static IpwResult run(List<String> arguments) {
            TailStream out = new TailStream(MAX_BYTES);
            TailStream err = new TailStream(MAX_BYTES);
            Terminal terminal = Terminal.of(new PrintStream(out, true, StandardCharsets.UTF_8),
                    new PrintStream(err, true, StandardCharsets.UTF_8), Map.of());
            int exitCode = IpwCommand.run(arguments.toArray(new String[0]), terminal);
            return new IpwResult(exitCode, out.text(), err.text());
        }
    }
}
