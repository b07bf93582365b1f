package dev.ipw.telemetry.hardware.amd;

/** A file that may not be opened. */
final class ForbiddenNumber implements RawNumber {
    private static final String FORBIDDEN = "its file may not be read by this user";

    @Override
    public boolean read() {
        return false;
    }

    @Override
    public long value() {
        throw new IllegalStateException(FORBIDDEN);
    }

    @Override
    public String reason() {
        return FORBIDDEN;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
