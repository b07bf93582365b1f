package dev.ipw.telemetry.hardware.process;

import dev.ipw.telemetry.hardware.KernelFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The processor time of a process and all its children, including ended ones. New children are searched for once a
 * second if the kernel has assigned a number since, and each ten seconds in any case, because the kernel only reports
 * numbers of its own container; in between, nothing is allocated. A child that starts and ends unseen is in the time of
 * the process that waited for it; one that is not waited for, or that leaves its parent unseen, is missing.
 */
final class ProcessTree implements ProcessTime {
    // USER_HZ is 100 on every architecture that Java runs on.
    private static final long NANOS_PER_TICK = 10_000_000L;
    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_ANYWAY_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_MEMBERS = 2_000;
    private static final int MAX_PROCESSES = 100_000;
    private static final int WORDS_BEFORE_LATEST = 4;

    private final Path procfs;
    private final String source;
    private final List<ProcessStat> members = new ArrayList<>();
    private final TreeTime time = new TreeTime();
    private final Optional<KernelFile> load;
    private Set<Long> seen = new HashSet<>();
    private long latest = -1;
    private long lookedNanos;

    private ProcessTree(Path procfs, String source, ProcessStat root) {
        this.procfs = procfs;
        this.source = source;
        load = load(procfs);
        members.add(root);
        seen.add(root.number());
        latest = latestNumber();
        time.begin();
        time.root(root.own(), root.endedChildren());
        look();
        time.end();
    }

    /**
     * Opens a tree.
     *
     * @param root   the process at its root
     * @param source the owner of the time, in plain words
     * @throws IOException if there is no such process
     */
    static ProcessTree open(Path procfs, long root, String source) throws IOException {
        return new ProcessTree(procfs, source, ProcessStat.open(procfs, root));
    }

    private static Optional<KernelFile> load(Path procfs) {
        try {
            return Optional.of(KernelFile.open(procfs.resolve("loadavg")));
        } catch (IOException hidden) {
            return Optional.empty();
        }
    }

    @Override
    public String source() {
        return source;
    }

    @Override
    public boolean read() {
        time.begin();
        for (int i = members.size() - 1; i >= 0; i--) {
            ProcessStat member = members.get(i);
            if (member.read()) {
                time.living(member.own(), member.endedChildren(), member.endedChildrenGrowth());
            } else {
                time.gone(member.own(), member.endedChildren());
                members.remove(i).close();
            }
        }
        lookIfWorthwhile();
        time.end();
        return !members.isEmpty();
    }

    private void lookIfWorthwhile() {
        long since = System.nanoTime() - lookedNanos;
        if (since < LOOK_AGAIN_NANOS) {
            return;
        }
        long number = latestNumber();
        if (number != latest || number < 0 || since >= LOOK_ANYWAY_NANOS) {
            latest = number;
            look();
        }
    }

    /** Returns the number that the kernel assigned last; negative if it is not reported. */
    private long latestNumber() {
        if (load.isEmpty()) {
            return -1;
        }
        try {
            load.get().read();
        } catch (IOException hidden) {
            return -1;
        }
        load.get().skipWords(WORDS_BEFORE_LATEST);
        return load.get().nextNumber() ? load.get().number() : -1;
    }

    /** Finds processes that members started, and the children of those. */
    private void look() {
        lookedNanos = System.nanoTime();
        Set<Long> present = new HashSet<>();
        List<ProcessStat> strangers = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(procfs, ProcessTree::isProcess)) {
            for (Path entry : entries) {
                long number = Long.parseLong(entry.getFileName().toString());
                if (present.size() < MAX_PROCESSES && present.add(number) && !seen.contains(number)) {
                    open(number).ifPresent(strangers::add);
                }
            }
        } catch (IOException | DirectoryIteratorException hidden) {
            // A process that is not listed cannot join; its time is still added to the process that waits for it.
            present.addAll(seen);
        }
        seen = present;
        adopt(strangers);
    }

    private static boolean isProcess(Path entry) {
        String name = entry.getFileName().toString();
        return name.length() < 10 && name.chars().allMatch(character -> character >= '0' && character <= '9');
    }

    private Optional<ProcessStat> open(long number) {
        try {
            return Optional.of(ProcessStat.open(procfs, number));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private void adopt(List<ProcessStat> strangers) {
        Set<Long> known = new HashSet<>();
        members.forEach(member -> known.add(member.number()));
        boolean found = true;
        while (found) {
            found = false;
            for (Iterator<ProcessStat> left = strangers.iterator(); left.hasNext() && members.size() < MAX_MEMBERS;) {
                ProcessStat stranger = left.next();
                if (known.contains(stranger.parent())) {
                    found = true;
                    known.add(stranger.number());
                    members.add(stranger);
                    time.joined(stranger.own(), stranger.endedChildren());
                    left.remove();
                }
            }
        }
        strangers.forEach(ProcessStat::close);
    }

    @Override
    public long cpuNanos() {
        return time.total() * NANOS_PER_TICK;
    }

    @Override
    public void close() {
        members.forEach(ProcessStat::close);
        load.ifPresent(KernelFile::close);
    }
}
