package dev.ipw.junit.contract;

import dev.ipw.error.InputException;
import dev.ipw.internal.table.TableChecksums;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleFile;
import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.recorded.ArrowSampleFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineTestKit;

import static org.assertj.core.api.Assertions.assertThat;

/** Checks that the kit rejects each mistake, by the test that is about it. */
class SampleFormatContractTests {
    private static final ThreadLocal<Mistake> MADE = new ThreadLocal<>();

    @ParameterizedTest
    @EnumSource
    void aMistakeFailsTheTestAboutIt(Mistake mistake) {
        MADE.set(mistake);
        try {
            assertThat(EngineTestKit.engine("junit-jupiter")
                    .selectors(DiscoverySelectors.selectMethod(Kit.class, mistake.test)).execute().testEvents().failed()
                    .count()).isEqualTo(1);
        } finally {
            MADE.remove();
        }
    }

    /** A mistake, and the test that finds it. */
    enum Mistake {
        UNREGISTERED("isFoundOnTheClassPath"),
        ABSENT_AS_ZERO("readsTheRowsThatWereWritten"),
        FLOATS("readsTheRowsThatWereWritten"),
        UNPLANNED_AS_PLANNED("readsTheRowsThatWereWritten"),
        LOSSES_LEFT_OUT("readsTheRowsThatWereWritten"),
        OTHER_CLOCK("readsTheRowsThatWereWritten"),
        CELLS_KEPT("readsTheRowsThatWereWritten"),
        NOTHING_FLUSHED("keepsFlushedRowsWhenAKillComes"),
        OTHER_EXCEPTION("aFileThatIsCutOffGivesTheRowsBeforeTheCut"),
        ROW_AT_THE_CUT("aFileThatIsCutOffWithoutItsChecksumsGivesTheRowsBeforeTheCut"),
        CHECKSUMS_IGNORED("aChangedByteGivesNoOtherRow"),
        DAMAGE_NOT_LISTED("aChangedByteGivesNoOtherRow"),
        UNNAMED_FILE("refusesAFileWithoutSamplesByItsName"),
        NOTHING_REFUSED("refusesAFileWithoutSamplesByItsName");

        private final String test;

        Mistake(String test) {
            this.test = test;
        }
    }

    static final class Kit extends SampleFormatContract {
        private final SampleFormat format = new Mistaken(MADE.get());

        @Override
        protected SampleFormat format() {
            return format;
        }
    }

    private record Mistaken(Mistake mistake, ArrowSampleFormat right) implements SampleFormat {
        Mistaken(Mistake mistake) {
            this(mistake, new ArrowSampleFormat());
        }

        @Override
        public String extension() {
            return right.extension();
        }

        @Override
        public Writer create(Path file, SampleFile description, RunClock clock) throws IOException {
            return new MistakenWriter(mistake, right.create(file, description, clock), new ArrayList<>());
        }

        @Override
        public Reader open(Path file) {
            if (mistake == Mistake.CHECKSUMS_IGNORED) {
                TableChecksums.fileOf(file).toFile().delete();
            }
            try {
                return new MistakenReader(mistake, right.open(file));
            } catch (InputException refused) {
                if (mistake == Mistake.NOTHING_REFUSED) {
                    return right.open(withoutRows(file.resolveSibling("none" + extension())));
                }
                throw switch (mistake) {
                    case OTHER_EXCEPTION -> new IllegalStateException(refused);
                    case UNNAMED_FILE -> new InputException("It cannot be read");
                    default -> refused;
                };
            }
        }

        private Path withoutRows(Path file) {
            try {
                right.create(file, new SampleFile("none", 1, false, List.of(), List.of()), RunClock.start()).close();
                return file;
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private record MistakenWriter(Mistake mistake, SampleFormat.Writer right, List<SampleFormat.Row> kept)
            implements
                SampleFormat.Writer {
        @Override
        public void append(SampleFormat.Row row) {
            if (mistake == Mistake.CELLS_KEPT) {
                kept.add(row);
            } else {
                right.append(row);
            }
        }

        @Override
        public void flush() {
            if (mistake != Mistake.NOTHING_FLUSHED) {
                right.flush();
            }
        }

        @Override
        public void close() {
            kept.forEach(right::append);
            right.close();
        }
    }

    private static final class MistakenReader implements SampleFormat.Reader {
        private final Mistake mistake;
        private final SampleFormat.Reader right;
        private boolean isAtEnd;

        MistakenReader(Mistake mistake, SampleFormat.Reader right) {
            this.mistake = mistake;
            this.right = right;
        }

        @Override
        public SampleFile description() {
            return right.description();
        }

        @Override
        public RunClock clock() {
            return mistake == Mistake.OTHER_CLOCK ? right.clock().countedFrom(1) : right.clock();
        }

        @Override
        public SampleFormat.@Nullable Row next() {
            SampleFormat.Row row = right.next();
            if (row == null) {
                boolean isFirst = !isAtEnd;
                isAtEnd = true;
                return mistake == Mistake.ROW_AT_THE_CUT && isFirst
                        ? new SampleFormat.Row(OptionalLong.empty(), 0, 0, new Number[]{0L, 0.0, 0L, 0.0}, Map.of())
                        : null;
            }
            return new SampleFormat.Row(
                    mistake == Mistake.UNPLANNED_AS_PLANNED
                            ? OptionalLong.of(row.dueNanos().orElse(row.beforeNanos()))
                            : row.dueNanos(),
                    row.beforeNanos(), row.afterNanos(), cells(row.cells()),
                    mistake == Mistake.LOSSES_LEFT_OUT ? Map.of() : row.losses());
        }

        private @Nullable Number[] cells(@Nullable Number[] cells) {
            @Nullable
            Number[] changed = cells.clone();
            for (int i = 0; i < changed.length; i++) {
                if (mistake == Mistake.ABSENT_AS_ZERO && changed[i] == null) {
                    changed[i] = 0L;
                } else if (mistake == Mistake.FLOATS && changed[i] instanceof Double gauge) {
                    changed[i] = (double) gauge.floatValue();
                }
            }
            return changed;
        }

        @Override
        public Path checksumFile() {
            return right.checksumFile();
        }

        @Override
        public boolean hasChecksums() {
            return mistake == Mistake.CHECKSUMS_IGNORED || right.hasChecksums();
        }

        @Override
        public List<String> damage() {
            return mistake == Mistake.DAMAGE_NOT_LISTED ? List.of() : right.damage();
        }

        @Override
        public void close() {
            right.close();
        }
    }
}
