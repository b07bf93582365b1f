package dev.ipw.dataset;

import dev.ipw.dataset.Sampling.Sample;
import dev.ipw.dataset.Sampling.Sample.SampleManifest;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class SamplingTests {
    /** 60 of a, 30 of b, 10 without subject, grouped as benchmarks often are. */
    private static final List<DatasetRecord> GROUPED = Stream
            .of(questions("a", 60), questions("b", 30), questions("", 10)).flatMap(List::stream).toList();

    private static List<DatasetRecord> questions(String subject, int count) {
        return IntStream.range(0, count)
                .mapToObj(
                        number -> new DatasetRecord(subject + number, "question " + number, "yes",
                                subject.isEmpty() ? Optional.empty() : Optional.of(subject), Optional.empty(),
                                List.of(), Map.of()))
                .toList();
    }

    private static Dataset of(List<DatasetRecord> records) {
        return new Dataset() {
            @Override
            public String id() {
                return "test";
            }

            @Override
            public Stream<DatasetRecord> records() {
                return records.stream();
            }
        };
    }

    private static List<String> ids(Sample sample) {
        return sample.records().stream().map(DatasetRecord::id).toList();
    }

    private static Map<String, Long> bySubject(Sample sample) {
        return sample.records().stream()
                .collect(Collectors.groupingBy(record -> record.subject().orElse(""), Collectors.counting()));
    }

    @Test
    void sharesTheSampleByLargestRemainder() {
        assertThat(bySubject(Sampling.atMost(10).draw(of(GROUPED)))).isEqualTo(Map.of("a", 6L, "b", 3L, "", 1L));
        // Shares of 7 are 4.2, 2.1 and 0.7: the largest remainder gets the seventh.
        assertThat(bySubject(Sampling.atMost(7).draw(of(GROUPED)))).isEqualTo(Map.of("a", 4L, "b", 2L, "", 1L));
    }

    @Test
    void takesAllWhereNothingOrTooMuchIsAskedFor() {
        assertThat(ids(Sampling.all().draw(of(GROUPED)))).hasSize(100).doesNotHaveDuplicates();
        assertThat(ids(Sampling.atMost(1000).draw(of(GROUPED)))).isEqualTo(ids(Sampling.all().draw(of(GROUPED))));
    }

    @Test
    void isNeverJustTheFirstRecords() {
        List<String> first = GROUPED.stream().limit(20).map(DatasetRecord::id).toList();
        assertThat(ids(Sampling.atMost(20).draw(of(GROUPED)))).isNotEqualTo(first);
        Sample sample = Sampling.all().draw(of(GROUPED));
        assertThat(sample.records().subList(0, 20)).extracting(record -> record.subject().orElse(""))
                .contains("a", "b");
    }

    @Test
    void drawsTheSameFromAnyOrderAndAnotherForAnotherSeed() {
        List<DatasetRecord> shuffled = new ArrayList<>(GROUPED);
        Collections.shuffle(shuffled, new Random(1));
        List<String> drawn = ids(Sampling.atMost(20).draw(of(GROUPED)));
        assertThat(ids(Sampling.atMost(20).draw(of(shuffled)))).isEqualTo(drawn);
        assertThat(ids(new Sampling(OptionalInt.of(20), 43).draw(of(GROUPED)))).isNotEqualTo(drawn);
    }

    /** The ids come from the documented rule, computed apart with Python's hashlib. */
    @Test
    void drawsTheSameOnEveryMachine() {
        assertThat(ids(Sampling.atMost(5).draw(of(GROUPED)))).containsExactly("a18", "a21", "a27", "b22", "7");
    }

    @Test
    void keepsASmallerSampleInABiggerOne() {
        List<DatasetRecord> oneSubject = questions("a", 500);
        List<String> small = ids(Sampling.atMost(50).draw(of(oneSubject)));
        assertThat(ids(Sampling.atMost(100).draw(of(oneSubject)))).containsAll(small);
    }

    @Test
    void takesEveryRecordEquallyOften() {
        int[] taken = new int[100];
        for (long seed = 0; seed < 1000; seed++) {
            List<String> sample = ids(new Sampling(OptionalInt.of(10), seed).draw(of(GROUPED)));
            for (int index = 0; index < GROUPED.size(); index++) {
                taken[index] += sample.contains(GROUPED.get(index).id()) ? 1 : 0;
            }
        }
        // Each is expected 100 times with a standard deviation of 9.5; 6 deviations hold for all 100.
        assertThat(IntStream.of(taken).boxed()).allSatisfy(times -> assertThat(times).isBetween(43, 157));
    }

    @Test
    void spreadsTiesOverTheSubjects() {
        List<DatasetRecord> even = IntStream.range(0, 20)
                .mapToObj(number -> questions("s" + number, 5)).flatMap(List::stream).toList();
        HashSet<String> seen = new HashSet<>();
        for (long seed = 0; seed < 40; seed++) {
            Sample sample = new Sampling(OptionalInt.of(10), seed).draw(of(even));
            assertThat(bySubject(sample)).hasSize(10).allSatisfy((subject, count) -> assertThat(count).isEqualTo(1L));
            seen.addAll(bySubject(sample).keySet());
        }
        assertThat(seen).hasSize(20);
    }

    @Test
    void listsTheSampleInItsManifest() {
        Sample sample = Sampling.atMost(10).draw(of(GROUPED));
        SampleManifest manifest = sample.manifest();
        assertThat(manifest.datasetId()).isEqualTo("test");
        assertThat(manifest.seed()).isEqualTo(Sampling.DEFAULT_SEED);
        assertThat(manifest.populationBySubject()).isEqualTo(Map.of("a", 60L, "b", 30L, "", 10L));
        assertThat(manifest.entries()).extracting(SampleManifest.Entry::id).isEqualTo(ids(sample));
        assertThat(manifest.entries()).extracting(SampleManifest.Entry::sha256).doesNotHaveDuplicates()
                .allSatisfy(hash -> assertThat(hash).matches("[0-9a-f]{64}"));
    }

    @Test
    void hashesEverythingThatARecordHolds() {
        DatasetRecord record = new DatasetRecord("i", "p", "a", Optional.of("s"), Optional.of("e"), List.of("x", "y"),
                Map.of("k", List.of(1L, 2.0, true), "m", Map.of("z", "1", "b", "2")));
        List<DatasetRecord> changed = List.of(DatasetRecord.of("i", "p", "a"), DatasetRecord.of("i", "pa", ""),
                new DatasetRecord("i", "p", "a", Optional.of("s"), Optional.of("e"), List.of("y", "x"),
                        record.metadata()),
                new DatasetRecord("i", "p", "a", Optional.of("e"), Optional.of("s"), List.of("x", "y"),
                        record.metadata()),
                new DatasetRecord("i", "p", "a", Optional.of("s"), Optional.of("e"), List.of("x", "y"),
                        Map.of("k", List.of(1L, 2L, true), "m", Map.of("z", "1", "b", "2"))));
        assertThat(Stream.concat(Stream.of(record), changed.stream()).map(Fingerprint::of)).doesNotHaveDuplicates();
        // Computed apart with Python's hashlib and struct.
        assertThat(Fingerprint.of(record))
                .isEqualTo("7d07f90f911d0b92ee7bd0fef0c15266889f0bb75ed71108071cdb55306c810e");
    }

    @Test
    void refusesNothingToAskAndNothingToTake() {
        assertThatThrownBy(() -> Sampling.atMost(0)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("at least 1, not 0");
        assertThatThrownBy(() -> Sampling.all().draw(of(List.of()))).isInstanceOf(InputException.class)
                .hasMessageContaining("test holds no records");
    }

    @Test
    void noticesADatasetThatShrinksWhileItIsRead() {
        AtomicInteger passes = new AtomicInteger();
        Dataset shrinking = new Dataset() {
            @Override
            public String id() {
                return "shrinking";
            }

            @Override
            public Stream<DatasetRecord> records() {
                return GROUPED.stream().limit(passes.getAndIncrement() == 0 ? 100 : 50);
            }
        };
        assertThatThrownBy(() -> Sampling.all().draw(shrinking)).isInstanceOf(InputException.class)
                .hasMessageContaining("shrinking changed while it was read");
    }

    @Test
    void refusesWhatDoesNotFitIntoMemoryBeforeItIsRead() {
        String large = "x".repeat(1 << 20);
        int count = (int) (Runtime.getRuntime().maxMemory() >> 20) + 100;
        Dataset dataset = new Dataset() {
            @Override
            public String id() {
                return "large";
            }

            @Override
            public Stream<DatasetRecord> records() {
                return IntStream.range(0, count).mapToObj(
                        number -> DatasetRecord.of("q" + number, large + number, "yes"));
            }
        };

        assertThatThrownBy(() -> Sampling.all().draw(dataset)).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining(count + " questions of large take ")
                .hasMessageMatching(
                        ".* MiB of memory, and Java may use \\d+: start Java with -Xmx\\d+m, or ask at most \\d+"
                                + " of them by maxQueries\\(\\.\\.\\.\\)");
        assertThat(ids(Sampling.atMost(3).draw(dataset))).hasSize(3);
    }

    @Test
    void countsATextThatRecordsShareOnce() {
        String instructions = "x".repeat(1 << 20);
        SampleMemory shared = new SampleMemory();
        SampleMemory distinct = new SampleMemory();
        for (int number = 0; number < 100; number++) {
            shared.add(DatasetRecord.builder("q" + number, "question").system(instructions).build());
            distinct.add(DatasetRecord.builder("q" + number, "question").system(instructions + number).build());
        }
        Dataset dataset = of(GROUPED);

        shared.requireRoom(dataset, 100, 30 << 20);
        assertThatThrownBy(() -> distinct.requireRoom(dataset, 100, 30 << 20))
                .isInstanceOf(ConfigurationException.class);
    }
}
