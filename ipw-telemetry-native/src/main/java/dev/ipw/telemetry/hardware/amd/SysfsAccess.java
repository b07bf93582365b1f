package dev.ipw.telemetry.hardware.amd;

import java.util.List;

/** The access to the driver's files, which any number of sessions may read at once. */
record SysfsAccess(List<SysfsCard> cards) implements Access {
    @Override
    public boolean enter() {
        return true;
    }

    @Override
    public void leave() {
        // Nothing is held.
    }

    @Override
    public void close() {
        cards.forEach(SysfsCard::close);
    }
}
