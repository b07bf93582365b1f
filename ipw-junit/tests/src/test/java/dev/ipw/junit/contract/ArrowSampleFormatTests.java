package dev.ipw.junit.contract;

import dev.ipw.telemetry.SampleFormat;
import dev.ipw.telemetry.recorded.ArrowSampleFormat;

final class ArrowSampleFormatTests extends SampleFormatContract {
    @Override
    protected SampleFormat format() {
        return new ArrowSampleFormat();
    }
}
