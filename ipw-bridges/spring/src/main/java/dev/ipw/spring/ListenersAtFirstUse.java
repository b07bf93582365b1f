package dev.ipw.spring;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The listeners of an application, looked up at the first use: a listener may need a bean that is observed itself. */
final class ListenersAtFirstUse {
    private final Supplier<Stream<RequestEnergyListener>> lookup;
    private @Nullable List<RequestEnergyListener> found;

    ListenersAtFirstUse(Supplier<Stream<RequestEnergyListener>> lookup) {
        this.lookup = lookup;
    }

    synchronized List<RequestEnergyListener> get() {
        List<RequestEnergyListener> listeners = found;
        if (listeners == null) {
            listeners = lookup.get().toList();
            found = listeners;
        }
        return listeners;
    }
}
