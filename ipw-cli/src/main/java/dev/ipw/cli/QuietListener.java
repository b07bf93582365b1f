package dev.ipw.cli;

import dev.ipw.progress.ProfilerListener;
import java.util.HashSet;
import java.util.Set;

/** Tell of a run only what goes wrong, each thing once. */
final class QuietListener implements ProfilerListener {
    private final IpwCommand ipw;
    private final Set<String> warnings = new HashSet<>();

    QuietListener(IpwCommand ipw) {
        this.ipw = ipw;
    }

    @Override
    public void warned(String message) {
        if (warnings.add(message)) {
            ipw.complain(message);
        }
    }
}
