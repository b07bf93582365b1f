package dev.ipw.cli;

import java.util.AbstractList;
import java.util.List;

/** Hold the words that an argument may be; picocli makes one of a class of its own for each argument. */
abstract class CommandNames extends AbstractList<String> {
    private final List<String> names;

    CommandNames(String... names) {
        this.names = List.of(names);
    }

    @Override
    public String get(int index) {
        return names.get(index);
    }

    @Override
    public int size() {
        return names.size();
    }
}
