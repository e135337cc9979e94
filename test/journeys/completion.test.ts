import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { programOf } from "../../build.ts";
import { Home } from "./home.ts";
import { Sextant } from "./sextant.ts";

/** Completions as they are typed: in real shells, in a real pseudo terminal. */

const PROFILES = {
  version: 1,
  profiles: [
    {
      name: "prod",
      baseUrl: "https://service.example.com",
      projects: [{ id: "a".repeat(24), alias: "payments", clusters: [{ name: "prod-eu" }, { name: "analytics" }] }],
    },
  ],
};

type Shell = { readonly name: string; readonly args: readonly string[]; readonly begin: string };

const SHELLS: readonly Shell[] = [
  { name: "bash", args: ["--norc", "--noprofile", "-i"], begin: 'PS1="shell> "; eval "$(sextant completion bash)"' },
  {
    name: "zsh",
    args: ["-f", "-i"],
    begin: 'PS1="shell> "; autoload -U compinit; compinit -u -D; eval "$(sextant completion zsh)"',
  },
  {
    name: "fish",
    args: ["--no-config", "--interactive"],
    begin: 'function fish_prompt; echo "shell> "; end; sextant completion fish | source',
  },
];

const isThere = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

/** What is typed, and what the line is once Tab was pressed. */
const LINES: readonly (readonly [typed: string, line: string])[] = [
  ["sextant snap", "sextant snapshots"],
  ["sextant serve --tls-c", "sextant serve --tls-cert"],
  ["sextant alerts --profile p", "sextant alerts --profile prod"],
  ["sextant run getAlertConf", "sextant run getAlertConfiguration"],
  ["sextant run takeSnapshot clusterName=ana", "sextant run takeSnapshot clusterName=analytics"],
];

test.for(SHELLS)(
  "$name completes commands, options, operations, profiles and clusters",
  async ({ name, args, begin }, { skip }) => {
    if (!isThere(name)) skip(`${name} is not installed here`);
    using home = new Home();
    const bin = join(home.directory, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "sextant"), `#!/bin/sh\nexec "${process.execPath}" "${programOf()}" "$@"\n`);
    chmodSync(join(bin, "sextant"), 0o755);
    const config = join(home.directory, "config", "sextant");
    mkdirSync(config, { recursive: true, mode: 0o700 });
    writeFileSync(join(config, "profiles.json"), JSON.stringify(PROFILES), { mode: 0o600 });
    await using shell = new Sextant({
      file: name,
      args: [...args],
      cols: 100,
      rows: 30,
      env: { ...home.env, PATH: `${bin}${delimiter}${process.env["PATH"]}`, HOME: home.directory, TERM: "xterm" },
    });
    shell.type(`${begin}; clear\r`);
    await shell.waitFor(/^shell> *$/mu);
    for (const [typed, line] of LINES) {
      shell.type(`${typed}\t`);
      await shell.waitFor((rows) => rows.some((row) => row.trimEnd() === `shell> ${line}`), { what: line });
      // Takes the line back, in each of the shells.
      shell.type("\u0015");
      await shell.waitFor((rows) => rows.some((row) => /^shell> *$/u.test(row)), { what: "an empty line" });
    }
    expect(shell.screen().join("\n")).not.toContain("not found");
  },
);
