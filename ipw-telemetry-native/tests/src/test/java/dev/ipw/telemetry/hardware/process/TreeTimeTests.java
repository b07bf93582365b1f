package dev.ipw.telemetry.hardware.process;

import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Let a simulated kernel start, charge, end and forget processes between any two of our readings. */
@Tag("statistical")
class TreeTimeTests {
    private static final int TICKS = 300;
    private static final int KERNELS = Draws.of(40, 300);

    @Test
    void countsAllTimeOnceWhereEveryoneIsWaitedFor() {
        for (int seed = 0; seed < KERNELS; seed++) {
            Kernel kernel = new Kernel(new Random(seed), 0);
            Observer observer = new Observer(kernel);
            long before = 0;
            for (int tick = 0; tick < TICKS; tick++) {
                long now = observer.tick(tick % 5 == 0);
                assertThat(now).isBetween(before, kernel.used);
                before = now;
            }
            kernel.rest = true;
            observer.tick(true);
            observer.tick(true);
            assertThat(observer.tick(true)).as("seed %d", seed).isEqualTo(kernel.used);
        }
    }

    @Test
    void neverFallsAndNeverCountsTwiceWhereSomeAreForgotten() {
        double counted = 0;
        double used = 0;
        for (int seed = 0; seed < KERNELS; seed++) {
            Kernel kernel = new Kernel(new Random(seed), 0.5);
            Observer observer = new Observer(kernel);
            long before = 0;
            for (int tick = 0; tick < TICKS; tick++) {
                long now = observer.tick(tick % 5 == 0);
                assertThat(now).as("seed %d tick %d", seed, tick).isBetween(before, kernel.used);
                before = now;
            }
            counted += before;
            used += kernel.used;
        }
        // What is missing was used by processes that nobody waited for, after we last saw them.
        assertThat(counted / used).isGreaterThan(0.8);
    }

    @Test
    void keepsWhatAProcessUsedThatNobodyWaitedFor() {
        TreeTime time = new TreeTime();
        time.begin();
        time.root(100, 5);
        time.joined(40, 7);
        time.end();
        assertThat(time.total()).isEqualTo(145);
        time.begin();
        time.living(105, 5, 0);
        time.living(40, 7, 0);
        time.end();
        assertThat(time.total()).isEqualTo(157);
        time.begin();
        time.living(115, 5, 0);
        time.gone(40, 7);
        time.end();
        assertThat(time.total()).isEqualTo(167);
        for (int i = 0; i < 4; i++) {
            time.begin();
            time.living(115, 5, 0);
            time.end();
        }
        assertThat(time.total()).isEqualTo(167);
    }

    private static final class Simulated {
        private final @Nullable Simulated parent;
        private long own;
        private long endedChildren;
        private boolean ended;

        Simulated(@Nullable Simulated parent) {
            this.parent = parent;
        }
    }

    /** Run processes at random. The root takes over what a parent leaves behind, and waits for it. */
    private static final class Kernel {
        private final Random random;
        private final double forgotten;
        private final Simulated root = new Simulated(null);
        private final List<Simulated> present = new ArrayList<>(List.of(root));
        private long used;
        private boolean rest;

        Kernel(Random random, double forgotten) {
            this.random = random;
            this.forgotten = forgotten;
        }

        void happen() {
            int events = rest ? 0 : random.nextInt(4);
            for (int i = 0; i < events; i++) {
                Simulated process = present.get(random.nextInt(present.size()));
                switch (random.nextInt(5)) {
                    case 0 -> start(process);
                    case 1 -> end(process);
                    default -> work(process);
                }
            }
        }

        private void start(Simulated process) {
            if (!process.ended && present.size() < 8) {
                present.add(new Simulated(process));
            }
        }

        private void work(Simulated process) {
            long ticks = process.ended ? 0 : 1 + random.nextInt(20);
            process.own += ticks;
            used += ticks;
        }

        /** Who is ended already is waited for now, or forgotten. */
        private void end(Simulated process) {
            if (process == root) {
                return;
            }
            if (!process.ended) {
                process.ended = true;
                return;
            }
            present.remove(process);
            if (random.nextDouble() >= forgotten) {
                Simulated parent = process.parent;
                Simulated waiting = parent != null && present.contains(parent) && !parent.ended ? parent : root;
                waiting.endedChildren += process.own + process.endedChildren;
            }
        }
    }

    /** Remember what was read of a process. */
    private static final class Member {
        private final Simulated process;
        private long own;
        private long endedChildren;

        Member(Simulated process) {
            this.process = process;
            read();
        }

        void read() {
            own = process.own;
            endedChildren = process.endedChildren;
        }
    }

    /** Read the processes one after the other while the kernel goes on, as a process tree does. */
    private static final class Observer {
        private final Kernel kernel;
        private final TreeTime time = new TreeTime();
        private final List<Member> members = new ArrayList<>();

        Observer(Kernel kernel) {
            this.kernel = kernel;
            members.add(new Member(kernel.root));
        }

        long tick(boolean look) {
            time.begin();
            for (Member member : List.copyOf(members)) {
                kernel.happen();
                if (kernel.present.contains(member.process)) {
                    long endedChildrenBefore = member.endedChildren;
                    member.read();
                    time.living(member.own, member.endedChildren, member.endedChildren - endedChildrenBefore);
                } else {
                    time.gone(member.own, member.endedChildren);
                    members.remove(member);
                }
            }
            for (Simulated stranger : look ? List.copyOf(kernel.present) : List.<Simulated>of()) {
                kernel.happen();
                if (kernel.present.contains(stranger)
                        && members.stream().noneMatch(member -> member.process == stranger)) {
                    members.add(new Member(stranger));
                    time.joined(stranger.own, stranger.endedChildren);
                }
            }
            time.end();
            return time.total();
        }
    }
}
