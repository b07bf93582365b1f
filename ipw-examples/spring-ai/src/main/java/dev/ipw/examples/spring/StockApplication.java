package dev.ipw.examples.spring;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Answer questions about a warehouse over HTTP. No line of this application knows of joules: the starter among its dependencies and
 * the properties {@code ipw.energy.*} have those of each call, tool and question logged.
 */
@SpringBootApplication
public class StockApplication {
    /** Creates the application, for Spring. */
    public StockApplication() {}

    /** Starts it. */
    public static void main(String[] arguments) {
        SpringApplication.run(StockApplication.class, arguments);
    }
}
