package dev.ipw.profile.internal;

import dev.ipw.internal.io.FailureText;
import dev.ipw.progress.ProfilerListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run's listeners, with a count of their failures: a run continues without them. */
public final class Listeners {
    private static final Logger LOGGER = LoggerFactory.getLogger(Listeners.class);

    private final List<GuardedListener> all = new ArrayList<>();

    /**
     * Creates the list.
     *
     * @param listeners the listeners
     */
    public Listeners(List<ProfilerListener> listeners) {
        listeners.forEach(listener -> all.add(new GuardedListener(listener)));
    }

    /**
     * Notifies all of them. The exception of one is logged, and the others are notified nevertheless.
     *
     * @param message notifies one
     */
    public void notifyEach(Consumer<ProfilerListener> message) {
        all.forEach(one -> one.accept(message));
    }

    /** Returns warnings about the listeners that failed. */
    List<String> warnings() {
        return all.stream().flatMap(one -> one.warning().stream()).toList();
    }

    private static final class GuardedListener {
        private final ProfilerListener listener;
        private final FailureTally tally = new FailureTally();

        GuardedListener(ProfilerListener listener) {
            this.listener = listener;
        }

        void accept(Consumer<ProfilerListener> message) {
            try {
                message.accept(listener);
                tally.succeeded();
            } catch (RuntimeException broken) {
                tally.failed(FailureText.of(broken));
                LOGGER.warn("Listener {} failed; the run goes on", listener.getClass().getName(), broken);
            }
        }

        Optional<String> warning() {
            return tally.text("calls")
                    .map(text -> "The listener " + listener.getClass().getName() + " failed on " + text);
        }
    }
}
