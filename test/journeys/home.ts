import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The bytes of a file as text; nothing where it was a draft of another one that has taken its place meanwhile. */
function readNow(file: string): readonly string[] {
  try {
    return [readFileSync(file, "latin1")];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** A person's own directories, empty, for one journey. In a test run compiled code stands elsewhere, for all of them. */
export class Home implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), "sextant-journey-"));

  /** What a program has to be told to live there. */
  get env(): Readonly<Record<string, string>> {
    const { directory } = this;
    return {
      HOME: directory,
      XDG_CONFIG_HOME: join(directory, "config"),
      XDG_DATA_HOME: join(directory, "data"),
      XDG_STATE_HOME: join(directory, "state"),
      XDG_CACHE_HOME: process.env["SEXTANT_TEST_CODE"] ?? join(directory, "cache"),
      TZ: "UTC",
    };
  }

  /** Every file with its bytes as text, by its path below the directory. */
  files(): ReadonlyMap<string, string> {
    const entries = readdirSync(this.directory, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return new Map(files.flatMap((file) => readNow(file).map((text) => [file.slice(this.directory.length + 1), text])));
  }

  [Symbol.dispose](): void {
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
