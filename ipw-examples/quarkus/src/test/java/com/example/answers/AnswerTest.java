package com.example.answers;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@QuarkusTest
class AnswerTest {
    @TestHTTPResource("answer?question=12%2B34%3D")
    URI question;

    @Test
    void answersWithItsJoules() throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(HttpRequest.newBuilder(question).build(), BodyHandlers.ofString());
            String energy = answer.headers().firstValue("Energy").orElse("no joules");
            System.out.println(answer.body() + ": " + energy);
            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(energy.matches("[0-9.E-]+ J \\[.*(MEASURED|INTEGRATED|ESTIMATED) .*"), energy);
        }
    }
}
