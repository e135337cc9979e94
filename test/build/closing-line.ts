import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";

/**
 * Closes a run with one plain line, `N passed, N failed` (and `, N skipped` when there are any), which scripts read.
 *
 * It also fails the run when a test file executed nothing: a file whose every test is skipped proves nothing, and
 * nobody would notice. A run that was narrowed by name (`-t`) is exempt, because there that is what was asked for.
 */
export default class ClosingLine implements Reporter {
  #narrowed = false;

  onInit(vitest: Vitest): void {
    this.#narrowed = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[], reason: TestRunEndReason): void {
    const count = { passed: 0, failed: 0, skipped: 0 };
    const empty: string[] = [];
    for (const module of modules) {
      let executed = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") count.passed += 1;
        else if (state === "failed") count.failed += 1;
        else count.skipped += 1;
        if (state === "passed" || state === "failed") executed += 1;
      }
      if (executed > 0) continue;
      if (module.errors().length > 0) count.failed += 1;
      else if (!this.#narrowed) empty.push(module.relativeModuleId);
    }
    if (modules.length === 0) empty.push("the whole run");
    for (const name of empty) process.stdout.write(`No test was executed: ${name}\n`);
    count.failed += empty.length + unhandled.length;
    if (count.failed > 0 || reason !== "passed") process.exitCode = 1;
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    // Vitest prints its own summary in this same event, from a reporter that stands before this one.
    process.stdout.write(`${count.passed} passed, ${count.failed} failed${skipped}\n`);
  }
}
