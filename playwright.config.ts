import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./tests/harness/browser.ts";

const browser = await findBrowser();

// Journeys that a person makes, on the production build. The fixtures in tests/e2e/harness start the product.
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  forbidOnly: true,
  retries: 0,
  workers: 3, // two cores are half idle with two: a journey waits as often as it computes
  // Limits against hanging, not against being slow: two browsers and what they ask share two cores.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 60_000,
    serviceWorkers: "block", // what they answer, tests can't intercept
    ...(browser === null
      ? {}
      : {
          launchOptions: {
            executablePath: browser.executablePath,
            env: { ...inheritedEnvironment(), ...browser.env },
          },
        }),
    screenshot: "only-on-failure",
    // Tracing costs a third of the time: TRACE=1 switches it on for what has to be looked into.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
  },
  projects: [
    {
      name: "desktop",
      grepInvert: /@phone/,
      use: { ...devices["Desktop Chrome"], viewport: { width: 1440, height: 900 } },
    },
    {
      name: "phone",
      grep: /@(both|phone)/,
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        screen: { width: 390, height: 844 },
      },
    },
  ],
});

function inheritedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
