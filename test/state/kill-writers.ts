import { spawn } from "node:child_process";
import { expect } from "vitest";
import type { ServiceReady } from "../../src/service/server/ready.ts";
import { diskFiles } from "../../src/state/files/disk-files.ts";
import { entriesOf, JOURNAL_FILE, JournalFile } from "../../src/state/journal/journal-file.ts";

/**
 * Lets two programs (`journal-writer.ts`, bundled) write to one journal and kills both after some writes, at a moment that nobody chose. What they
 * said was done has to stand in the journal as done, once; at most one write of each has an end that nobody knows.
 *
 * @param done ids that were said to be done by earlier ones; those of these are added
 */
export async function killWriters(
  program: string,
  folder: string,
  ready: ServiceReady,
  writes: number,
  done: Set<string>,
): Promise<void> {
  const enough = Promise.withResolvers<void>();
  let said = 0;
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, [program, folder, JSON.stringify(ready)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) done.add(line);
      said += lines.length;
      if (said >= writes) enough.resolve();
    });
    child.once("exit", () => enough.resolve());
    return { child, ended: new Promise((resolve) => child.once("close", resolve)) };
  });
  await enough.promise;
  for (const { child } of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ ended }) => ended));
  expect(said).toBeGreaterThanOrEqual(writes);
  // All of it: a console reads the newest megabytes alone.
  const { records } = await diskFiles(folder).records(JOURNAL_FILE, JournalFile, Number.POSITIVE_INFINITY);
  const entries = entriesOf(records, () => false);
  const ends = new Map(entries.map(({ id, outcome }) => [id, outcome]));
  expect(ends.size).toBe(entries.length);
  for (const id of done) expect(ends.get(id)).toBe("done");
}
