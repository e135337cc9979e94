import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";

/** A person with folders of their own, and the program for them. */
export class Person extends Home {
  /** What every command wrote, to both streams. */
  readonly said: string[] = [];

  run(args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
    const ended = spawnSync(process.execPath, [programOf(), ...args], {
      encoding: "utf8",
      input,
      env: { PATH: process.env["PATH"], ...this.env, ...env },
    });
    this.said.push(ended.stdout, ended.stderr);
    return ended;
  }

  /** A file of this person, by its path below the home. */
  write(path: string, text: string, mode = 0o600): string {
    const file = join(this.directory, path);
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
    return file;
  }

  get config(): string {
    return join(this.directory, "config", "sextant");
  }
}
