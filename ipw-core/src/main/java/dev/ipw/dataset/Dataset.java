package dev.ipw.dataset;

import dev.ipw.environment.TaskEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** The questions from which a run draws. Each call of {@link #records()} returns the same records in the same order. */
@API(status = API.Status.STABLE)
public interface Dataset {
    /** The id of the evaluator that leaves answers unscored, for questions without a right answer. */
    String NOT_JUDGED = "none";

    /**
     * Returns the dataset's id, or the path from which it was read.
     *
     * @return the id
     */
    String id();

    /**
     * Returns the dataset's name for people and for folder names.
     *
     * @return a short name
     */
    default String displayName() {
        return id();
    }

    /**
     * Returns the id of the evaluator of records that name none.
     *
     * @return an evaluator's id, {@code exact} by default
     */
    default String defaultEvaluator() {
        return "exact";
    }

    /**
     * Returns the prompt templates of the records.
     *
     * @return the default, then others to choose from; {@link PromptTemplate#defaultTemplate()} alone by default
     */
    default List<PromptTemplate> promptTemplates() {
        return List.of(PromptTemplate.defaultTemplate());
    }

    /**
     * Returns whether the records must be asked in their order, without sampling. Otherwise a run draws them, each
     * subject by its share.
     *
     * @return true to keep their order; false by default
     */
    default boolean keepsOrder() {
        return false;
    }

    /**
     * Returns the number of times that each question is asked by default: that of the dataset's authors.
     *
     * @return at least 1; 1 by default
     */
    default int epochs() {
        return 1;
    }

    /**
     * Fits prompts of a given token length to the model's tokenizer.
     *
     * @param counter counts the tokens of a prompt
     * @return the dataset with prompts of the right length; this one by default
     * @throws InterruptedException if the calling thread is interrupted
     */
    default Dataset fitted(TokenCount counter) throws InterruptedException {
        return this;
    }

    /**
     * Returns the files of a task, such as a table to be read. An agent finds copies of them in its folder; a plain
     * question does not use them.
     *
     * @param record one of the records
     * @return existing files by their names in the task, which are no paths; none by default
     * @throws dev.ipw.error.InputException if one cannot be fetched; the query then fails
     */
    default Map<String, Path> files(DatasetRecord record) {
        return Map.of();
    }

    /**
     * Describes the environment in which a task is done and tested. An agent's query runs in it; a plain question does
     * not use it.
     *
     * @param record     one of the records
     * @param taskFolder returns the existing folder of this query alone, its real path, in the run. The agent works in
     *                   its folder {@code workspace}; it must not change other files in it
     * @return the environment, not yet created; empty, as by default, if the task needs none
     * @throws dev.ipw.error.InputException if the task's files are wrong; the query then fails
     */
    default Optional<TaskEnvironment> environment(DatasetRecord record, Supplier<Path> taskFolder) {
        return Optional.empty();
    }

    /**
     * Reads the records from the first to the last. Close the stream after use.
     *
     * @return the records
     * @throws dev.ipw.error.InputException if a file is missing or torn; the message names the line
     */
    Stream<DatasetRecord> records();
}
