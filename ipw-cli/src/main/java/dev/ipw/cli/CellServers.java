package dev.ipw.cli;

import java.nio.file.Path;
import java.util.List;

/** See to it that the model of each cell is served while the cell is measured. */
interface CellServers extends AutoCloseable {
    /** Return whether a server can be asked for the cell's model before the cell's turn. */
    boolean isServed(BenchCell cell);

    /**
     * Have a cell's model served: go on with the server of the cell before if that serves it, else stop it and start another.
     *
     * @return options that the cell needs in addition, such as where the server is
     * @throws dev.ipw.error.IpwException if it cannot be served, which fails this cell alone
     */
    List<String> serve(BenchCell cell) throws InterruptedException;

    /** Keep what the server's loading took with the run of a cell that it served. */
    default void keep(Path run) {}

    /** Stop the server of the last cell. */
    @Override
    void close();
}
