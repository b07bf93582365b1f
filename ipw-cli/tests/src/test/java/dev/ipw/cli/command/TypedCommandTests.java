package dev.ipw.cli.command;

import dev.ipw.cli.CapturedTerminal;
import dev.ipw.cli.IpwCommand;
import dev.ipw.cli.terminal.ExitCode;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TypedCommandTests {
    @Test
    void canBeTypedAgain() {
        assertThat(typed(new String[]{"profile", "--dataset", "my questions.jsonl", "--run-name", "it's"}))
                .isEqualTo("ipw profile --dataset 'my questions.jsonl' --run-name 'it'\\''s'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"api_key=s3cret words", "--client-param=api_key=s3cret words", "api_key='s3cret' words=x",
            "body.authorization=Bearer s3cret words", "https://me:s3cret@host/v1", "proxy=me:s3cret/words@host:1",
            "--client-param=judge_client.proxy=me:s3cret=words@host:1"})
    void holdsNoSecret(String argument) {
        assertThat(typed(new String[]{"profile", argument})).doesNotContain("s3cret").doesNotContain("words");
    }

    @Test
    void keepsTheNamesOfHeadersAndNotTheirValues() {
        assertThat(typed(new String[]{"profile", "--header", "X-Tenant: s3cret words", "--header=X-Gate:s3cret",
                "--client-param", "header.x-tenant=s3cret"}))
                .isEqualTo("ipw profile --header 'X-Tenant: [redacted]' --header=X-Gate:[redacted]"
                        + " --client-param header.x-tenant=[redacted]");
        assertThat(typed(new String[]{"profile", "--header", "s3cret"})).doesNotContain("s3cret");
    }

    @Test
    void printsNoValueOfAHeader() {
        for (String header : new String[]{"s3cret value", "Host: s3cret-value", "X-A:s3cret-value\r\nX-B: 1"}) {
            CapturedTerminal captured = new CapturedTerminal();
            int exitCode = IpwCommand
                    .run(new String[]{"profile", "--client-base-url", "h:1", "--model", "m", "--header",
                            header}, captured.terminal(100));
            assertThat(exitCode).isEqualTo(ExitCode.WRONG_USE);
            assertThat(captured.err()).contains("header").doesNotContain("s3cret");
        }
    }

    @Test
    void keepsParametersThatAreNoSecret() {
        assertThat(typed(new String[]{"profile", "--client-param", "max_tokens=64"}))
                .isEqualTo("ipw profile --client-param max_tokens=64");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--api-key", "--api-kye", "--apikey", "--api_key", "--openai-key", "--pasword", "--tokn",
            "-api-key"})
    void takesOutTheValueOfAnOptionThatMayMeanASecret(String option) {
        assertThat(typed(new String[]{"profile", option, "s3cret"})).doesNotContain("s3cret").contains(option);
        assertThat(typed(new String[]{"profile", option + "=s3cret"})).doesNotContain("s3cret").contains(option);
    }

    @Test
    void keepsTheValueOfAnOptionThatThereIs() {
        assertThat(typed(new String[]{"profile", "--max-tokens", "5", "--tokens=7"}))
                .isEqualTo("ipw profile --max-tokens 5 --tokens=7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile --api-key s3cret-1", "profile --api-kye s3cret-1", "profile --apikey=s3cret-1",
            "--api-key s3cret-1 profile", "list --api-key=s3cret-1", "show --api_key s3cret-1",
            "profile --client-param api_kye=s3cret-1 --nonsense",
            "profile --client-param=sk-proj-s3cret-1234567890abcdef"})
    void printsNoKeyThatWasTypedWrongly(String command) {
        CapturedTerminal captured = new CapturedTerminal();
        int exitCode = IpwCommand.run(command.split(" "), captured.terminal(100));
        assertThat(exitCode).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).isNotBlank();
        assertThat(captured.out() + captured.err()).doesNotContain("s3cret");
    }

    @Test
    void printsNoShortKeyAndKeepsTheWordsItIsPartOf() {
        CapturedTerminal captured = new CapturedTerminal();
        IpwCommand.run(new String[]{"profile", "--api-kye", "o"}, captured.terminal(100));
        assertThat(captured.err()).doesNotContain("'o'").contains("option");
    }

    private static String typed(String[] arguments) {
        return new TypedCommand(arguments, Set.of("--max-tokens", "--dataset", "--run-name", "--client-param")).text();
    }
}
