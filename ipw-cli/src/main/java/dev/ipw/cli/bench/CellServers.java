package dev.ipw.cli.bench;

import java.nio.file.Path;
import java.util.List;

/** The servers that serve the model of each cell while the cell is measured. */
interface CellServers extends AutoCloseable {
    /** Returns whether a server for the cell's model can be reached before the cell's turn. */
    boolean isServed(BenchCell cell);

    /**
     * Serves a cell's model: keeps the previous cell's server if it serves that model, otherwise stops it and starts
     * another.
     *
     * @return additional options for the cell, such as the server's address
     * @throws dev.ipw.error.IpwException if it cannot be served, which fails this cell alone
     */
    List<String> serve(BenchCell cell) throws InterruptedException;

    /** Stores the measurements of the server's loading with the run of a cell that it served. */
    default void keep(Path run) {}

    /** Stops the server of the last cell. */
    @Override
    void close();
}
