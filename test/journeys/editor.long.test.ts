import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";

/** The person's own editor, from a form of the built console in a job of a shell. What signals do then is in `terminal/lending.long.test.ts`. */

/** Changes the note and saves it, then waits for Enter; in the manner of `ed`, Ctrl-C does not end it. */
const EDITOR = `edit() {
  trap "echo not yet" INT
  sed "s/before/changed in the editor/" "$1" > "$1~"
  cat "$1~" > "$1"
  echo "the editor is open"
  until read -r line; do :; done
}; edit`;

/** The console in a job of a shell, with the editor open on a form in which a note was typed. */
async function editing(stage: Stage): Promise<Sextant> {
  const { cols, rows } = stage.setting;
  const temporary = join(stage.home.directory, "temporary");
  mkdirSync(temporary);
  const env = { ...stage.home.env, ...stage.world.env(), TMPDIR: temporary, VISUAL: EDITOR };
  const shell = new Sextant({ ...interactiveShell(env), cols, rows });
  await shell.waitFor("shell>");
  shell.type('"$NODE" dist/main.js alerts\r');
  await shell.waitFor(/Alerts +\d+ open/u);
  await shell.select("index build");
  await shell.act("Acknowledge…", "▌Acknowledge index build");
  await shell.field("Note");
  shell.type("before");
  await shell.waitFor("6/200");
  shell.press("form.editor");
  await shell.waitFor("the editor is open");
  return shell;
}

const folders = (stage: Stage): readonly string[] => readdirSync(join(stage.home.directory, "temporary"));

describe.each(SIZES)("an editor at $cols x $rows, $dialect", (setting) => {
  it("stops with the console at Ctrl-Z, keeps Ctrl-C for itself, and its text comes into the form", async () => {
    await using stage = await Stage.set(setting);
    await using shell = await editing(stage);
    shell.key("ctrl+z");
    await shell.waitFor("Stopped");
    shell.type("echo the shell is $((1 + 1)) here\r");
    await shell.waitFor("the shell is 2 here");
    shell.type("fg\r");
    await shell.waitFor(/^"\$\{?NODE/u);
    shell.key("ctrl+c");
    await shell.waitFor("not yet");
    shell.type("\r");
    await shell.waitFor("changed in the editor");
    expect(folders(stage)).toEqual([]);
  });

  it("ends with the console at SIGTERM: what it saved is the draft, and no file is left", async () => {
    await using stage = await Stage.set(setting);
    await using shell = await editing(stage);
    const [name = ""] = folders(stage);
    const [, pid] = /^sextant-edit-(\d+)-/u.exec(name) ?? [];
    process.kill(Number(pid), "SIGTERM");
    await shell.waitFor((rows) => rows.filter((row) => row.startsWith("shell>")).length === 2, { what: "a prompt" });
    expect(folders(stage)).toEqual([]);
    const next = await stage.alerts();
    await next.select("index build");
    await next.act("Acknowledge…", /Draft restored/u);
    await next.waitFor("changed in the editor");
    expect(await stage.world.writes()).toEqual([]);
  });
});

describe("a console by lines", () => {
  it("that a shell script started stops with it at Ctrl-Z, and goes on with fg", async () => {
    await using stage = await Stage.set(SIZES[0] ?? { cols: 80, rows: 24, dialect: "specification" });
    const env = {
      ...stage.home.env,
      ...stage.world.env(),
      SCRIPT: '"$NODE" dist/main.js alerts --screen-reader; echo over',
    };
    await using shell = new Sextant({ ...interactiveShell(env), cols: 200, rows: 100 });
    await shell.waitFor("shell>");
    shell.type('sh -c "$SCRIPT"\r');
    await shell.waitFor(/1 of \d+: /u);
    shell.key("ctrl+z");
    await shell.waitFor("Stopped");
    shell.type("echo the shell is $((1 + 1)) here\r");
    await shell.waitFor("the shell is 2 here");
    shell.type("fg\r");
    await shell.waitFor((rows) => rows.filter((row) => /^1 of \d+: /u.test(row)).length === 2, {
      what: "all read again",
    });
    shell.press("list.down");
    await shell.waitFor(/^2 of \d+: /u);
    shell.press("quit");
    await shell.waitFor(/^over/u);
  });
});
