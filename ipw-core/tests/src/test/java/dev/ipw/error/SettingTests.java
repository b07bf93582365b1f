package dev.ipw.error;

import java.util.Locale;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SettingTests {
    @Test
    void messagesNameThemInTheWordsOfJava() {
        assertThat("Give another " + Setting.RUN_NAME).isEqualTo("Give another runName(...)");
        assertThat(Setting.RESUME_NAMED_RUN.of("a b")).isEqualTo("resume the run 'a b' with its settings");
    }

    @Test
    void aFrontEndPutsItsOwnWordsInTheirPlace() {
        String message = "Leave " + Setting.TASK_ENV + "A and " + Setting.DATASET_PARAM + " x=1 out, "
                + Setting.RESUME_NAMED_RUN.of("a") + ", then " + Setting.RESUME_NAMED_RUN.of("b");

        assertThat(Setting.rename(message, setting -> "ipw." + setting.name().toLowerCase(Locale.ROOT) + "({})"))
                .isEqualTo("Leave ipw.task_env({})A and ipw.dataset_param({}) x=1 out, ipw.resume_named_run(a), then "
                        + "ipw.resume_named_run(b)");
    }

    @Test
    void aMessageWithoutSettingsStaysAsItIs() {
        assertThat(Setting.rename("resume the run 'a", setting -> "?")).isEqualTo("resume the run 'a");
        assertThat(Setting.rename("", setting -> "?")).isEmpty();
    }
}
