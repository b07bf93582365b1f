package com.example.plugins;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.junit.contract.EvaluatorContract;
import dev.ipw.junit.fake.FakeInferenceClient;

class YesOrNoTests extends EvaluatorContract {
    @Override
    protected Evaluator evaluator() {
        return new YesOrNoProvider.YesOrNo(
                FakeInferenceClient.answering(asked -> asked.contains("Answer: 1.609 km") ? "YES" : "NO"));
    }

    @Override
    protected DatasetRecord question() {
        return DatasetRecord.of("q1", "How long is a mile?", "1609 m");
    }

    @Override
    protected String rightAnswer() {
        return "1.609 km";
    }

    @Override
    protected String wrongAnswer() {
        return "1609 cm";
    }
}
