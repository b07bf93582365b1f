package dev.ipw.benchmarks.question;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The prompt template that writes a prompt by a function of the record, below the record's own instructions.
 *
 * @param name     the template's name
 * @param version  the version of its text
 * @param question the function that writes the whole question
 */
public record QuestionTemplate(String name, int version, Function<DatasetRecord, Message> question)
        implements
            PromptTemplate {
    private static final char FIRST_LETTER = 'A';

    /**
     * Makes a template of text.
     *
     * @param name    the template's name
     * @param version the version of its text
     * @param text    the function that writes the question
     * @return the template
     */
    public static QuestionTemplate ofText(String name, int version, Function<DatasetRecord, String> text) {
        return new QuestionTemplate(name, version, record -> Message.user(text.apply(record)));
    }

    /**
     * Makes a template of the question and its choices, then the instruction for the answer.
     *
     * @param name        the template's name
     * @param version     the version of its text
     * @param instruction the instruction for the answer
     * @return the template
     */
    public static QuestionTemplate ofChoices(String name, int version, String instruction) {
        return ofText(name, version, record -> withChoices(record) + "\n\n" + instruction);
    }

    /**
     * Writes a question with its choices, each on a line behind its letter.
     *
     * @param record the question
     * @return the text
     */
    public static String withChoices(DatasetRecord record) {
        return withChoices(record.problem(), record.choices());
    }

    /**
     * Writes a question with choices, each on a line behind its letter.
     *
     * @param question the question
     * @param choices  the choices
     * @return the text
     */
    public static String withChoices(String question, List<String> choices) {
        StringBuilder text = new StringBuilder(question);
        for (int i = 0; i < choices.size(); i++) {
            text.append('\n').append((char) (FIRST_LETTER + i)).append(") ").append(choices.get(i));
        }
        return text.toString();
    }

    @Override
    public List<Message> opening(DatasetRecord record) {
        List<Message> messages = new ArrayList<>();
        record.system().map(Message::system).ifPresent(messages::add);
        messages.add(question.apply(record));
        return messages;
    }

    @Override
    public Message turn(DatasetRecord record, int number) {
        return Message.user(record.turns().get(number - 1).text());
    }
}
