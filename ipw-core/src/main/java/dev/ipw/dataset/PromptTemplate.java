package dev.ipw.dataset;

import dev.ipw.inference.Message;
import java.util.List;
import org.apiguardian.api.API;

/**
 * The template of a record's prompts. Runs keep the template's id, and a resumed run must use the same one; so increase
 * the version of a template that writes anything differently.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface PromptTemplate {
    /**
     * Returns the template of datasets that have none of their own: the record's instructions, then its question
     * unchanged; below the last question the choices, each on a line after its letter.
     *
     * @return {@code default@1}
     */
    static PromptTemplate defaultTemplate() {
        return new DefaultPromptTemplate();
    }

    /**
     * Returns the name of the template.
     *
     * @return a short name without {@code @}, such as {@code mmlu-pro-5-shot}
     */
    String name();

    /**
     * Returns the version of the template's text.
     *
     * @return from 1
     */
    int version();

    /**
     * Returns the id of the template in a run.
     *
     * @return name and version, such as {@code default@1}
     */
    default String id() {
        return name() + "@" + version();
    }

    /**
     * Writes the messages before the first answer: instructions, worked examples, the question.
     *
     * @param record the record
     * @return the messages, at least one
     */
    List<Message> opening(DatasetRecord record);

    /**
     * Writes the messages before the first answer of an agent, which has a folder of its own with the files of the task
     * in it.
     *
     * @param record the record
     * @return the messages, at least one; those of a plain question by default
     */
    default List<Message> agentOpening(DatasetRecord record) {
        return opening(record);
    }

    /**
     * Writes a further turn of a conversation.
     *
     * @param record the record
     * @param number the number of the turn, from 2
     * @return the message of the person
     */
    Message turn(DatasetRecord record, int number);
}
