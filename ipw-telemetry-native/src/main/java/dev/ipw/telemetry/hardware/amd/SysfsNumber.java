package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;

/** A file of the driver with one number. */
final class SysfsNumber implements RawNumber {
    static final String GONE = "its file cannot be read now; the card vanished, sleeps, is being reset, or its driver was "
            + "loaded anew: start again once it is back";
    private static final String NO_NUMBER = "its file holds no number";

    private final KernelFile file;
    private String reason = "";

    SysfsNumber(KernelFile file) {
        this.file = file;
    }

    @Override
    public boolean read() {
        try {
            file.read();
        } catch (IOException gone) {
            reason = GONE;
            return false;
        }
        reason = NO_NUMBER;
        return file.nextNumber();
    }

    @Override
    public long value() {
        return file.number();
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public void close() {
        file.close();
    }
}
