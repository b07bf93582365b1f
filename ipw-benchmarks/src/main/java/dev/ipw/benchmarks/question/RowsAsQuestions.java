package dev.ipw.benchmarks.question;

import dev.ipw.benchmarks.rows.Row;
import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * A dataset of questions from files of rows, which are read one after the other, again on each pass and never as a
 * whole.
 *
 * @param id               the dataset's id, with the revision that it was read from
 * @param displayName      its short name
 * @param defaultEvaluator the evaluator of records that name none
 * @param promptTemplates  the templates, the default first
 * @param sources          the files
 * @param mapping          the mapping from a row to a question
 * @param epochs           the number of times that its authors ask each question, at least 1
 * @param attachments      the function that returns the files of a task
 * @param environments     the places in which tasks are done
 */
public record RowsAsQuestions(String id, String displayName, String defaultEvaluator,
        List<PromptTemplate> promptTemplates, List<DataSource> sources, RowMapping mapping, int epochs,
        Function<DatasetRecord, Map<String, Path>> attachments, Environments environments) implements Dataset {
    /** Copies the lists. */
    public RowsAsQuestions {
        promptTemplates = List.copyOf(promptTemplates);
        sources = List.copyOf(sources);
    }

    /**
     * Makes a dataset of questions that are asked once.
     *
     * @param id               the dataset's id
     * @param displayName      its short name
     * @param defaultEvaluator the evaluator of records that name none
     * @param promptTemplates  the templates, the default first
     * @param sources          the files
     * @param mapping          the mapping from a row to a question
     */
    public RowsAsQuestions(String id, String displayName, String defaultEvaluator,
            List<PromptTemplate> promptTemplates, List<DataSource> sources, RowMapping mapping) {
        this(id, displayName, defaultEvaluator, promptTemplates, sources, mapping, 1, record -> Map.of(),
                (record, folder) -> Optional.empty());
    }

    /** The places in which tasks are done. */
    @FunctionalInterface
    public interface Environments {
        /**
         * Describes the place of a task.
         *
         * @param record     the task
         * @param taskFolder the supplier of the folder of its query
         * @return the environment, which is not started; empty if it needs none
         */
        Optional<TaskEnvironment> of(DatasetRecord record, Supplier<Path> taskFolder);
    }

    /** Returns the same questions with their files. */
    public RowsAsQuestions with(Function<DatasetRecord, Map<String, Path>> files) {
        return new RowsAsQuestions(id, displayName, defaultEvaluator, promptTemplates, sources, mapping, epochs, files,
                environments);
    }

    /** Returns the same questions with their places. */
    public RowsAsQuestions in(Environments places) {
        return new RowsAsQuestions(id, displayName, defaultEvaluator, promptTemplates, sources, mapping, epochs,
                attachments, places);
    }

    @Override
    public Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
        return environments.of(record, taskFolder);
    }

    @Override
    public Map<String, Path> files(DatasetRecord record) {
        return attachments.apply(record);
    }

    @Override
    public Stream<DatasetRecord> records() {
        Questions questions = new Questions();
        return StreamSupport.stream(questions, false).onClose(questions::close);
    }

    /** An iterator that pulls rows one by one: a flat map would hold a file's questions all at once. */
    private final class Questions extends Spliterators.AbstractSpliterator<DatasetRecord> {
        private final Iterator<DataSource> files = sources.iterator();
        private final Set<String> seen = new HashSet<>();
        private long count;
        private @Nullable Stream<Row> open;
        private @Nullable Spliterator<Row> rows;

        Questions() {
            super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL);
        }

        @Override
        public boolean tryAdvance(Consumer<? super DatasetRecord> action) {
            List<DatasetRecord> next = new ArrayList<>(1);
            while (next.isEmpty()) {
                boolean advanced = rows != null
                        && rows.tryAdvance(row -> question(row).ifPresent(next::add));
                if (!advanced && !openNext()) {
                    return false;
                }
            }
            action.accept(next.getFirst());
            return true;
        }

        private boolean openNext() {
            close();
            if (!files.hasNext()) {
                return false;
            }
            Stream<Row> stream = files.next().rows();
            open = stream;
            rows = stream.spliterator();
            return true;
        }

        void close() {
            Stream<Row> last = open;
            open = null;
            rows = null;
            if (last != null) {
                last.close();
            }
        }

        private Optional<DatasetRecord> question(Row row) {
            Optional<DatasetRecord> question = mapping.record(row.withNumber(++count));
            if (question.isPresent() && !seen.add(question.get().id())) {
                throw new InputException(row.source() + ", row " + row.position() + ": the id '"
                        + question.get().id() + "' was given before; " + displayName
                        + " cannot be asked with two questions of one id");
            }
            return question;
        }
    }

    @Override
    public String toString() {
        return "dataset " + id();
    }
}
