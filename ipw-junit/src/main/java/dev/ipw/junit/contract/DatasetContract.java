package dev.ipw.junit.contract;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The contract between a run and a {@link Dataset}: the same questions each time, each with an id of its own. The
 * first thousand questions are read.
 *
 * <pre>{@code
 * class WeatherQuestionsTests extends DatasetContract {
 *     protected Dataset dataset() {
 *         return new WeatherQuestions();
 *     }
 * }
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public abstract class DatasetContract {
    private static final int MAX = 1_000;

    /** Creates the contract of a subclass's dataset. */
    protected DatasetContract() {}

    /**
     * Opens the dataset.
     *
     * @return a dataset with at least one question
     * @throws Exception if it cannot be opened, which fails the test
     */
    protected abstract Dataset dataset() throws Exception;

    private static List<DatasetRecord> records(Dataset dataset) {
        try (Stream<DatasetRecord> records = dataset.records()) {
            return records.limit(MAX).toList();
        }
    }

    @Test
    void hasAnIdThatAPersonCanType() throws Exception {
        Dataset dataset = dataset();

        assertTrue(dataset.id().matches("\\S+"), "id() is '" + dataset.id() + "': no white space, at least a letter");
        assertEquals(dataset.id(), dataset.id(), "id() changed");
        assertFalse(dataset.displayName().isBlank(), "displayName() is blank");
    }

    @Test
    void readsTheSameQuestionsEachTime() throws Exception {
        Dataset dataset = dataset();
        List<DatasetRecord> first = records(dataset);

        assertFalse(first.isEmpty(), "there is no question");
        assertEquals(first, records(dataset), "the second reading differs: a run could not be resumed or compared");
        assertEquals(first, records(dataset()), "a dataset that is opened again differs");
    }

    @Test
    void givesEachQuestionAnIdOfItsOwn() throws Exception {
        Set<String> ids = new HashSet<>();
        for (DatasetRecord record : records(dataset())) {
            assertFalse(record.id().isBlank(), "a question has a blank id");
            assertTrue(ids.add(record.id()), "two questions have the id '" + record.id() + "'");
        }
    }

    @Test
    void asksSomething() throws Exception {
        for (DatasetRecord record : records(dataset())) {
            assertFalse(record.problem().isBlank(), "question '" + record.id() + "' is blank");
        }
    }

    @Test
    void isReadTwiceAtOnce() throws Exception {
        Dataset dataset = dataset();
        List<DatasetRecord> all = records(dataset);
        try (Stream<DatasetRecord> one = dataset.records(); Stream<DatasetRecord> other = dataset.records()) {
            Iterator<DatasetRecord> first = one.iterator();
            Iterator<DatasetRecord> second = other.iterator();
            for (DatasetRecord record : all) {
                assertEquals(record, first.next(), "a second reader disturbs the first");
                assertEquals(record, second.next(), "a first reader disturbs the second");
            }
        }
    }

    @Test
    void isReadAgainAfterAReaderLeftEarly() throws Exception {
        Dataset dataset = dataset();
        List<DatasetRecord> all = records(dataset);
        try (Stream<DatasetRecord> left = dataset.records()) {
            assertTrue(left.findFirst().isPresent(), "there is no question");
        }

        assertEquals(all, records(dataset), "a reader that left early disturbs the next");
    }

    @Test
    void hasAPromptTemplateThatWritesEveryQuestion() throws Exception {
        Dataset dataset = dataset();

        assertFalse(dataset.promptTemplates().isEmpty(),
                "there is no prompt template: leave promptTemplates() as it is");
        for (DatasetRecord record : records(dataset)) {
            assertFalse(dataset.promptTemplates().getFirst().opening(record).isEmpty(),
                    "the prompt of question '" + record.id() + "' has no message");
        }
    }
}
