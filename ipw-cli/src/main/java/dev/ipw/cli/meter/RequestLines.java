package dev.ipw.cli.meter;

import dev.ipw.error.InputException;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.gateway.RequestJson;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Consumer;

/** A file to which the figures of each request are appended. If it cannot be written, the meter goes on without it. */
final class RequestLines implements AutoCloseable {
    private final Path file;
    private final BufferedWriter lines;
    private final Consumer<String> complaints;
    private boolean hasFailed;

    private RequestLines(Path file, BufferedWriter lines, Consumer<String> complaints) {
        this.file = file;
        this.lines = lines;
        this.complaints = complaints;
    }

    /** Opens a file, which is created if it does not exist. */
    static RequestLines open(Path file, Consumer<String> complaints) {
        try {
            // It names tenants.
            if (!Files.exists(file) && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(file, PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rw-------")));
            }
            return new RequestLines(file,
                    Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), complaints);
        } catch (IOException refused) {
            throw new InputException("The figures of requests cannot be written to " + file + ": "
                    + refused.getMessage() + ". Name a file that can be written behind --requests", refused);
        }
    }

    /** Writes the figures of a request. */
    void requestFinished(RequestFigures request) {
        try {
            lines.write(RequestJson.line(request));
            lines.newLine();
            lines.flush();
        } catch (IOException full) {
            if (!hasFailed) {
                complaints.accept("The figures of requests can no longer be written to " + file + ": "
                        + full.getMessage() + ". The meter goes on; lines are missing");
            }
            hasFailed = true;
        }
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException full) {
            complaints.accept("The last figures could not be written to " + file + ": " + full.getMessage());
        }
    }
}
