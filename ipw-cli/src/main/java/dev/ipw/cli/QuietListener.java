package dev.ipw.cli;

import dev.ipw.progress.ProfilerListener;
import java.util.HashSet;
import java.util.Set;

/** The listener that prints only the problems of a run, each once. */
final class QuietListener implements ProfilerListener {
    private final CommandContext ipw;
    private final Set<String> warnings = new HashSet<>();

    QuietListener(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void warned(String message) {
        if (warnings.add(message)) {
            ipw.complain(message);
        }
    }
}
