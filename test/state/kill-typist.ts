import { spawn } from "node:child_process";
import { expect } from "vitest";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { storeOn } from "./console.ts";
import { FakeClient } from "./fake-client.ts";
import { FakeClock } from "./fake-clock.ts";

/**
 * Kills the typist (`typist.ts`, bundled) after some keys, at a moment that nobody chose, and looks at what the next console finds: a whole
 * draft, no older than the last key that was said to be on disk.
 */
export async function killTypist(program: string, folder: string, keys: number): Promise<void> {
  const child = spawn(process.execPath, [program, folder], { stdio: ["ignore", "pipe", "inherit"] });
  let said = 0;
  let text = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  await new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      // The last line may be half of a number.
      said = Number(text.split("\n").at(-2) ?? 0);
      if (said > keys) resolve();
    });
  });
  child.kill("SIGKILL");
  await ended;
  const clock = new FakeClock();
  const store = storeOn(new FakeClient(clock.now), clock, diskFiles(folder), {}, "process");
  await store.drafts.load();
  expect(store.getState().notices.log).toEqual([]);
  const content = store.drafts.find("form")?.content;
  const typed = Number(content?.["typed"]);
  expect(typed).toBeGreaterThanOrEqual(said);
  expect(content?.["text"]).toBe("x".repeat(typed % 5000));
}
