package dev.ipw.telemetry.hardware.amd;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One initialisation of ROCm SMI, valid until it is closed. Three of its getters end the process where it knows no
 * device, even after a successful initialisation. No getter is therefore called unless the initialisation succeeded and
 * the library counts devices, and only the one for the PCI address before that address is found to be a card of amdgpu.
 */
final class RocmSmiSession implements Access {
    private static final long PATIENCE_MILLIS = 400;
    private static final int MAX_DEVICES = 256;
    // One call at a time in this process, whatever the number of sessions: the library mixes up cards otherwise.
    private static final ReentrantLock ONE_CALLER = new ReentrantLock();

    private final MethodHandle shutDown;
    private final List<RocmSmiDevice> devices;
    private volatile boolean closed;

    private RocmSmiSession(MethodHandle shutDown, List<RocmSmiDevice> devices) {
        this.shutDown = shutDown;
        this.devices = devices;
    }

    /** Initialises the library for the cards that amdgpu shows. */
    static Opened open(RocmSmi library, List<AmdgpuCard> cards) {
        Optional<MethodHandle> init = library.function("rsmi_init", ValueLayout.JAVA_LONG);
        Optional<MethodHandle> shutDown = library.function("rsmi_shut_down");
        Optional<MethodHandle> count = library.function("rsmi_num_monitor_devices", ValueLayout.ADDRESS);
        Optional<MethodHandle> address = library.function("rsmi_dev_pci_id_get", ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS);
        if (init.isEmpty() || shutDown.isEmpty() || count.isEmpty() || address.isEmpty()) {
            return Opened.none(library.name() + " lacks rsmi_init, rsmi_shut_down, rsmi_num_monitor_devices or "
                    + "rsmi_dev_pci_id_get");
        }
        if (!tryLock()) {
            return Opened.none("a call of another session into " + library.name() + " does not return");
        }
        try {
            int code = RocmSmi.call(MethodHandles.insertArguments(init.get(), 0, 0L));
            if (code != RocmSmiStatus.SUCCESS.code()) {
                return Opened.none(library.name() + " cannot be initialised: code " + code + ", "
                        + RocmSmiStatus.of(code).meaning());
            }
            List<RocmSmiDevice> devices = devices(library, count.get(), address.get(), cards);
            if (devices.isEmpty()) {
                RocmSmi.call(shutDown.get());
                return Opened.none(library.name() + " knows no device that amdgpu shows");
            }
            return new Opened(Optional.of(new RocmSmiSession(shutDown.get(), devices)), "");
        } finally {
            ONE_CALLER.unlock();
        }
    }

    private static List<RocmSmiDevice> devices(RocmSmi library, MethodHandle count, MethodHandle address,
            List<AmdgpuCard> cards) {
        MemorySegment number = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
        RocmSmiStatus counted = RocmSmiStatus.of(RocmSmi.call(MethodHandles.insertArguments(count, 0, number)));
        int devices = counted == RocmSmiStatus.SUCCESS
                ? Math.clamp(number.get(ValueLayout.JAVA_INT, 0), 0, MAX_DEVICES)
                : 0;
        List<AmdgpuCard> left = new ArrayList<>(cards);
        List<RocmSmiDevice> found = new ArrayList<>();
        for (int i = 0; i < devices; i++) {
            String pciAddress = pciAddress(address, i);
            Optional<AmdgpuCard> card = left.stream().filter(one -> one.pciAddress().equals(pciAddress)).findFirst();
            // Partitions of one card have one address; the first of them reads the power of all.
            card.ifPresent(left::remove);
            int index = i;
            card.ifPresent(one -> found.add(new RocmSmiDevice(library, index, one)));
        }
        return found;
    }

    /** Domain, bus, device and function are in bits 32, 8, 3 and 0 of the id; bits 28 to 31 name a partition. */
    private static String pciAddress(MethodHandle getter, int device) {
        MemorySegment id = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
        RocmSmiStatus status = RocmSmiStatus.of(RocmSmi.call(MethodHandles.insertArguments(getter, 0, device, id)));
        if (status != RocmSmiStatus.SUCCESS) {
            return "";
        }
        long bits = id.get(ValueLayout.JAVA_LONG, 0);
        return String.format(Locale.ROOT, "%04x:%02x:%02x.%x", bits >>> 32, bits >>> 8 & 0xFF, bits >>> 3 & 0x1F,
                bits & 7);
    }

    private static boolean tryLock() {
        try {
            return ONE_CALLER.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    List<RocmSmiDevice> devices() {
        return devices;
    }

    @Override
    public boolean enter() {
        if (!ONE_CALLER.tryLock()) {
            return false;
        }
        if (closed) {
            ONE_CALLER.unlock();
            return false;
        }
        return true;
    }

    @Override
    public void leave() {
        ONE_CALLER.unlock();
    }

    @Override
    public void close() {
        if (closed || !tryLock()) {
            // A call that hangs holds the library; shutting it down during that call would end the process.
            closed = true;
            return;
        }
        try {
            if (!closed) {
                closed = true;
                RocmSmi.call(shutDown);
            }
        } finally {
            ONE_CALLER.unlock();
        }
    }

    /**
     * A session, or the reason why there is none.
     *
     * @param session the session; empty if there is none
     * @param reason  the reason; blank if there is a session
     */
    record Opened(Optional<RocmSmiSession> session, String reason) {
        static Opened none(String reason) {
            return new Opened(Optional.empty(), reason);
        }
    }
}
