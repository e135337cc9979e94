import { describe, expect, it } from "vitest";
import { said } from "./look-again.ts";
import { Sextant, SIZES } from "./sextant.ts";
import { interactiveShell } from "./shell.ts";
import { Stage } from "./stage.ts";
import type { Modes } from "./terminal.ts";

/** However the built console ends, the terminal is as it was, and what was being typed is in the next console. */

const NOTE = "?:/qx";

/** Loaded before the program: at SIGUSR2 something is thrown in a timer of nobody's, which nothing of the console catches. */
const BREAKS = 'process.on("SIGUSR2", () => setTimeout(() => { throw new Error("broken on purpose"); }));';

/**
 * Loaded before the program: at SIGUSR2 something is thrown that a guard of the console catches, which says it on screen. The entries of a
 * list are taken apart in its render and nowhere else.
 */
const CAUGHT = [
  [
    "a promise that nobody awaits",
    'process.on("SIGUSR2", () => { Promise.reject(new Error("broken on purpose")); });',
    /Error in this console: Something that was started: broken on purpose/u,
  ],
  [
    "an error in a render",
    `process.on("SIGUSR2", () => {
    const { slice } = Array.prototype;
    Array.prototype.slice = function (...given) {
      if (this[0]?.kind === "row" || this[0]?.kind === "section") throw new Error("broken on purpose");
      return slice.apply(this, given);
    };
  });`,
    /keeps this from being shown: broken on purpose/u,
  ],
] as const;

const preloaded = (code: string): readonly string[] => [
  "--import",
  `data:text/javascript,${encodeURIComponent(code)}`,
  "dist/main.js",
  "alerts",
];

const inUse = { alternateScreen: true, bracketedPaste: true, cursorVisible: false } as const;

async function typeNote(sextant: Sextant): Promise<void> {
  await sextant.waitFor(/Alerts +\d+ open/u);
  await sextant.select("index build");
  await sextant.act("Acknowledge…", "▌Acknowledge index build");
  await sextant.field("Note");
  sextant.type(NOTE);
  await sextant.waitFor("5/200");
}

async function isHereAgain(stage: Stage): Promise<void> {
  const next = await stage.alerts();
  await next.select("index build");
  await next.act("Acknowledge…", /Draft restored/u);
  await next.waitFor(NOTE);
  expect(await stage.world.writes()).toEqual([]);
}

function begun(stage: Stage, args: readonly string[]): { readonly sextant: Sextant; readonly before: Modes } {
  const { cols, rows } = stage.setting;
  const sextant = new Sextant({ args, cols, rows, env: { ...stage.home.env, ...stage.world.env() } });
  return { sextant, before: sextant.modes() };
}

describe.each(SIZES)("the end of the console in a form at $cols x $rows, $dialect", (setting) => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("at %s", async (signal, code) => {
    await using stage = await Stage.set(setting);
    const { sextant, before } = begun(stage, ["dist/main.js", "alerts"]);
    await typeNote(sextant);
    expect(sextant.modes()).toMatchObject(inUse);
    sextant.kill(signal);
    expect(await sextant.exit()).toEqual({ code, signal: 0 });
    expect(sextant.modes()).toEqual(before);
    expect(sextant.history().join("").trim()).toBe("");
    await isHereAgain(stage);
  });

  it("at an error in a timer, which is said", async () => {
    await using stage = await Stage.set(setting);
    const { sextant, before } = begun(stage, preloaded(BREAKS));
    await typeNote(sextant);
    await sextant.leaveForm();
    expect(sextant.modes()).toMatchObject(inUse);
    sextant.kill("SIGUSR2");
    expect(await sextant.exit()).toEqual({ code: 1, signal: 0 });
    expect(sextant.modes()).toEqual(before);
    expect(sextant.history().join(" ")).toContain("broken on purpose");
    await isHereAgain(stage);
  });

  it.each(CAUGHT)("is not %s: it is said on screen, and the keys go on", async (_, code, says) => {
    await using stage = await Stage.set(setting);
    const { sextant, before } = begun(stage, preloaded(code));
    await typeNote(sextant);
    await sextant.leaveForm();
    sextant.kill("SIGUSR2");
    // A render comes with a key that comes after the signal; the other needs none.
    const keys = setInterval(() => sextant.press("list.down"), 100);
    const isSaid = (): boolean => says.test(said(sextant));
    await sextant.waitFor(isSaid, { what: String(says) }).finally(() => clearInterval(keys));
    expect(sextant.modes()).toMatchObject(inUse);
    await sextant.do("palette.open", "Commands");
    await sextant.do("palette.close", () => sextant.row("▌Commands") === undefined);
    sextant.press("quit");
    expect(await sextant.exit()).toEqual({ code: 0, signal: 0 });
    expect(sextant.modes()).toEqual(before);
    await isHereAgain(stage);
  });

  it("is not Ctrl-Z: the shell has its terminal, and fg brings the form back with what was typed", async () => {
    await using stage = await Stage.set(setting);
    const { cols, rows } = setting;
    const env = { ...stage.home.env, ...stage.world.env() };
    const shell = new Sextant({ ...interactiveShell(env), cols, rows });
    await shell.waitFor("shell>");
    const before = shell.modes();
    shell.type('"$NODE" dist/main.js alerts\r');
    await typeNote(shell);
    const form = shell.screen();
    shell.key("ctrl+z");
    await shell.waitForModes(before);
    shell.type("echo the shell is $((1 + 1)) here\r");
    await shell.waitFor("the shell is 2 here");
    shell.type("fg\r");
    await shell.waitForModes(inUse);
    await shell.waitFor("5/200");
    expect(shell.screen()).toEqual(form);
    shell.type("+");
    await shell.waitFor("6/200");
    await shell.leaveForm();
    shell.press("quit");
    await shell.waitForModes(before);
    shell.type("exit\r");
    expect(await shell.exit()).toEqual({ code: 0, signal: 0 });
  });
});
