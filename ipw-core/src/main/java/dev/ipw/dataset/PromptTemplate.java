package dev.ipw.dataset;

import dev.ipw.inference.Message;
import java.util.List;

/**
 * Write the prompts of a record. Runs keep the template's id, and one that is resumed must ask by the same one; so
 * give another version to a template that writes anything otherwise than before.
 */
public interface PromptTemplate {
    /**
     * Returns the template of datasets that have none of their own: the record's instructions, then its question as it
     * stands; below the last question the choices, each on a line behind its letter.
     *
     * @return {@code default@1}
     */
    static PromptTemplate defaultTemplate() {
        return new DefaultPromptTemplate();
    }

    /**
     * Names the template.
     *
     * @return a short name without {@code @}, such as {@code mmlu-pro-5-shot}
     */
    String name();

    /**
     * Numbers what the template writes.
     *
     * @return from 1
     */
    int version();

    /**
     * Names the template as it stands in a run.
     *
     * @return name and version, such as {@code default@1}
     */
    default String id() {
        return name() + "@" + version();
    }

    /**
     * Writes the messages before the first answer: instructions, worked examples, the question.
     *
     * @param record what is asked
     * @return the messages, at least one
     */
    List<Message> opening(DatasetRecord record);

    /**
     * Writes the messages before the first answer of an agent, which has a folder of its own with the files of the task
     * in it.
     *
     * @param record what is asked
     * @return the messages, at least one; those of a plain question by default
     */
    default List<Message> agentOpening(DatasetRecord record) {
        return opening(record);
    }

    /**
     * Writes a further turn of a conversation.
     *
     * @param record what is asked
     * @param number which of its turns, from 2
     * @return the message of the person
     */
    Message turn(DatasetRecord record, int number);
}
