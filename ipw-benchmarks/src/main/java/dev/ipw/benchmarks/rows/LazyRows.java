package dev.ipw.benchmarks.rows;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.thread.Cancellation;
import java.io.IOException;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The numbered rows of a file, with its name, which is opened when the first of them is requested. */
final class LazyRows implements Iterator<Row>, AutoCloseable {
    private final String name;
    private final RowSource.Opener opener;
    private @Nullable RowSource source;
    private Optional<Row> next = Optional.empty();
    private long position;
    private boolean ended;

    /**
     * Prepares to read.
     *
     * @param name   the name of the file in messages
     * @param opener opens it
     */
    LazyRows(String name, RowSource.Opener opener) {
        this.name = name;
        this.opener = opener;
    }

    @Override
    public boolean hasNext() {
        if (next.isEmpty() && !ended) {
            next = read();
            if (next.isEmpty()) {
                close();
            }
        }
        return next.isPresent();
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Row row = next.orElseThrow();
        next = Optional.empty();
        return row;
    }

    private Optional<Row> read() {
        Cancellation.check();
        try {
            if (source == null) {
                source = opener.open();
            }
            Optional<Map<String, @Nullable Object>> fields = source.next();
            position++;
            return fields.map(values -> new Row(name, position, values));
        } catch (InputException wrong) {
            throw closedAfter(named(wrong));
        } catch (IOException failed) {
            throw closedAfter(new InputException(where() + ": the file ends too early or cannot be read ("
                    + AtomicFile.reasonOf(failed) + "); download or copy it again", failed));
        }
    }

    private InputException closedAfter(InputException wrong) {
        try {
            close();
        } catch (InputException stays) {
            wrong.addSuppressed(stays);
        }
        return wrong;
    }

    private InputException named(InputException wrong) {
        String message = String.valueOf(wrong.getMessage());
        return message.startsWith(name) ? wrong : new InputException(where() + ": " + message, wrong);
    }

    private String where() {
        return name + ", row " + (position + 1);
    }

    @Override
    public void close() {
        ended = true;
        RowSource open = source;
        source = null;
        if (open == null) {
            return;
        }
        try {
            open.close();
        } catch (IOException stays) {
            throw new InputException("Cannot close " + name + ": " + AtomicFile.reasonOf(stays), stays);
        }
    }
}
