package dev.ipw.cli.command;

import java.util.AbstractList;
import java.util.List;

/** The allowed values of an argument; picocli creates them from a separate class for each argument. */
public abstract class CommandNames extends AbstractList<String> {
    private final List<String> names;

    public CommandNames(String... names) {
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
