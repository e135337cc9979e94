import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { programOf } from "../../build.ts";
import { Home } from "../journeys/home.ts";
import { type CommandEnd, inThread } from "./in-thread.ts";

/** A person with folders of their own, and the program for them. */
export class Person extends Home {
  /** What every command wrote, to both streams. */
  readonly said: string[] = [];

  /** A command in a process of its own. */
  run(args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): CommandEnd {
    const { status, stdout, stderr } = spawnSync(process.execPath, [programOf(), ...args], {
      encoding: "utf8",
      input,
      env: this.#environment(env),
    });
    return this.#noted({ status, stdout, stderr });
  }

  /** The same command in this process: for what it says and does, which is what most tests are about. */
  command(args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): CommandEnd {
    return this.#noted(inThread({ args, input, env: this.#environment(env) }));
  }

  #environment(env: Readonly<Record<string, string>>) {
    return { PATH: process.env["PATH"], ...this.env, ...env };
  }

  #noted(end: CommandEnd): CommandEnd {
    this.said.push(end.stdout, end.stderr);
    return end;
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

  get state(): string {
    return join(this.directory, "state", "sextant");
  }
}
