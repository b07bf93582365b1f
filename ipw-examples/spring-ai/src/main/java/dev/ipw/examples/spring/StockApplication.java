package dev.ipw.examples.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * An application that answers questions about a warehouse over HTTP. It has no code for joules: the starter among its
 * dependencies and the properties {@code ipw.energy.*} log those of each call, tool and question.
 */
@SpringBootApplication
public class StockApplication {
    /** Creates the application, for Spring. */
    public StockApplication() {}

    /** Starts the application. */
    public static void main(String[] arguments) {
        SpringApplication.run(StockApplication.class, arguments);
    }
}
