package dev.ipw.langchain4j;

import dev.langchain4j.service.AiServices;
import java.io.IOException;

/** An application without a word of energy: it asks once, and stays until its standard input ends. */
final class Demo {
    private Demo() {}

    /** Its service. */
    interface Assistant {
        String answer(String question);
    }

    public static void main(String[] arguments) throws IOException {
        try (ServedModel served = new ServedModel()) {
            AiServices.create(Assistant.class, served.chat()).answer("2+2=");
            var _ = System.in.read();
        }
    }
}
