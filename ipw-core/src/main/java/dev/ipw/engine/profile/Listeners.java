package dev.ipw.engine.profile;

import dev.ipw.internal.io.FailureText;
import dev.ipw.progress.ProfilerListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notify a run's listeners, and count their failures: a run goes on without them. */
public final class Listeners {
    private static final Logger LOGGER = LoggerFactory.getLogger(Listeners.class);

    private final List<Told> all = new ArrayList<>();

    /**
     * Notifies some listeners.
     *
     * @param listeners who hears
     */
    public Listeners(List<ProfilerListener> listeners) {
        listeners.forEach(listener -> all.add(new Told(listener)));
    }

    /**
     * Tells all of them; what one throws is logged, and the others hear it all the same.
     *
     * @param message tells one
     */
    public void tell(Consumer<ProfilerListener> message) {
        all.forEach(one -> one.tell(message));
    }

    /** Returns which of them failed. */
    List<String> warnings() {
        return all.stream().flatMap(one -> one.warning().stream()).toList();
    }

    private static final class Told {
        private final ProfilerListener listener;
        private final FailureTally tally = new FailureTally();

        Told(ProfilerListener listener) {
            this.listener = listener;
        }

        void tell(Consumer<ProfilerListener> message) {
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
