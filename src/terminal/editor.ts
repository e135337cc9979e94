import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEditorFolder } from "./editor-folders.ts";

/** What came of editing a text in the person's own editor. */
export type EditedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };

/** The person's editor: `$VISUAL`, then `$EDITOR`, then `vi`, which every system of this kind has. */
const editorOf = (env: Readonly<Record<string, string | undefined>>): string => env["VISUAL"] || env["EDITOR"] || "vi";

/**
 * Lets a person edit a text in their editor, in a file that only they can read and that is gone afterwards.
 *
 * @param suffix of the file's name, so that the editor knows the language
 * @param lend gives the terminal to somebody else while a function runs
 */
export async function editText(
  text: string,
  suffix: string,
  env: Readonly<Record<string, string | undefined>>,
  lend: (during: () => void) => Promise<void>,
): Promise<EditedText> {
  const folder = makeEditorFolder();
  const file = join(folder, `edit${suffix}`);
  try {
    writeFileSync(file, text, { mode: 0o600 });
    let outcome: EditedText = { ok: false, why: "the editor could not be started" };
    await lend(() => {
      // The variable may hold arguments (`code --wait`), so that a shell has to read it; the file is an argument of its own.
      const run = spawnSync("sh", ["-c", `${editorOf(env)} "$1"`, "sh", file], { stdio: "inherit", env: { ...env } });
      if (run.error !== undefined) outcome = { ok: false, why: run.error.message };
      else if (run.status !== 0)
        outcome = { ok: false, why: `the editor ended with ${run.status ?? run.signal ?? "an error"}` };
      else outcome = { ok: true, text: readFileSync(file, "utf8") };
    });
    return outcome;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
