import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runNotifyCommand } from "../../src/settings/notify-command.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "notify-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that writes its arguments and what of its environment looks like a key of ours. */
function program(): { readonly script: string; readonly received: () => unknown } {
  const script = join(folder, "received.cjs");
  const out = join(folder, "received.json");
  writeFileSync(
    script,
    `require("node:fs").writeFileSync(${JSON.stringify(out)}, JSON.stringify({ args: process.argv.slice(2), keys: Object.keys(process.env).filter((name) => name.startsWith("SEXTANT_")) }))`,
  );
  return { script, received: () => JSON.parse(readFileSync(out, "utf8")) };
}

describe("a command of one's own", () => {
  test("gets the text as one argument, whatever stands in it, and no key", async () => {
    const { script, received } = program();
    const text = '$(touch x); "prod" `id` --flag';
    const env = { PATH: process.env["PATH"], SEXTANT_PRIVATE_KEY: "canary", SEXTANT_BASE_URL: "https://s.example" };
    expect(await runNotifyCommand([process.execPath, script], text, env)).toBeNull();
    expect(received()).toEqual({ args: [`Sextant: ${text}`], keys: ["SEXTANT_BASE_URL"] });
  });

  test("has the text where it asks for it", async () => {
    const { script, received } = program();
    const command = [process.execPath, script, "-u", "critical", "say {text}", "--"];
    expect(await runNotifyCommand(command, "$& done", {})).toBeNull();
    expect(received()).toMatchObject({ args: ["-u", "critical", "say Sextant: $& done", "--"] });
  });

  test("that is none is not run; one that fails, is not there, or floods its output is told in words", async () => {
    expect(await runNotifyCommand([], "x", {})).toBeNull();
    expect(await runNotifyCommand([process.execPath, "-e", "process.exit(3)"], "x", {})).toBe("it ended with 3");
    expect(await runNotifyCommand(["/nowhere/at-all"], "x", {})).toMatch(/ENOENT/u);
    const flood = "const text = 'x'.repeat(1e6); for (let i = 0; i < 50; i += 1) process.stdout.write(text)";
    expect(await runNotifyCommand([process.execPath, "-e", flood], "x", {})).toBeNull();
  });
});
