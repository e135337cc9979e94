import { execFile } from "node:child_process";
import { SMALLEST } from "../../app/layout.ts";
import { childEnvironment } from "../../settings/child-environment.ts";
import type { Variables } from "../../settings/paths.ts";
import { type Capabilities, capabilitiesOf } from "../../terminal/capabilities.ts";
import { type Finding, ok, skipped, warning } from "./finding.ts";

/** Checks the terminal: its environment variables, and its answers to queries. */

/** Modes that the terminal reported; null where it reported nothing for one. */
type Modes = { readonly synchronized: boolean | null; readonly bracketedPaste: boolean | null };

/** Facts about the terminal, before they are judged. */
export type TerminalSeen = {
  readonly isTerminal: boolean;
  /** This job is in the background, where the terminal is not asked. */
  readonly isBackground: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly env: Variables;
  readonly modes: Modes | null;
  /** Options of tmux by name; null outside of tmux. */
  readonly tmux: Readonly<Record<string, string>> | null;
};

const COMFORTABLE = { columns: 80, rows: 24 } as const;

function sizeFinding({ columns, rows }: TerminalSeen): Finding {
  const found = `${columns}x${rows}`;
  const isBelow = (least: { readonly columns: number; readonly rows: number }): boolean =>
    columns < least.columns || rows < least.rows;
  if (isBelow(SMALLEST)) {
    return warning("size", "Terminal size", found, `Forms and reviews need ${SMALLEST.columns}x${SMALLEST.rows}.`);
  }
  if (isBelow(COMFORTABLE)) {
    return warning("size", "Terminal size", found, "From 80x24 on, the areas stand beside the list.");
  }
  return ok("size", "Terminal size", found);
}

const COLOUR_LABELS: Readonly<Record<Capabilities["colour"], string>> = {
  none: "none",
  "16": "16 colours",
  "256": "256 colours",
  truecolor: "24-bit colours",
};

function colourFinding({ env }: TerminalSeen, { colour }: Capabilities): Finding {
  const term = env["TERM"] ?? "";
  const found = `${COLOUR_LABELS[colour]} (TERM ${term === "" ? "not set" : term})`;
  if (colour !== "none") return ok("colours", "Colours", found);
  if ((env["NO_COLOR"] ?? "") !== "") return ok("colours", "Colours", "none: NO_COLOR is set");
  return warning("colours", "Colours", found, "Set TERM to what the terminal is, such as xterm-256color.");
}

function localeFinding({ symbols }: Capabilities): Finding {
  return symbols === "unicode"
    ? ok("utf8", "Characters", "UTF-8")
    : warning(
        "utf8",
        "Characters",
        "the locale is not UTF-8: ASCII symbols are used",
        "Set LANG or LC_ALL to a UTF-8 locale, such as C.UTF-8.",
      );
}

function modeFinding(
  { isBackground }: TerminalSeen,
  id: string,
  title: string,
  has: boolean | null,
  without: string,
): Finding {
  if (has === null) {
    return skipped(id, title, isBackground ? "not asked in the background" : "not reported by the terminal");
  }
  return has ? ok(id, title, "supported") : ok(id, title, `not supported: ${without}`);
}

const PASTE = "pasted lines are recognised by their speed";
const FLICKER = "a slow line may show half a frame";

/** Required tmux options, and why. */
const TMUX_OPTIONS: readonly (readonly [option: string, good: readonly string[], why: string])[] = [
  ["set-clipboard", ["on", "external"], "copying reaches the clipboard"],
  ["allow-passthrough", ["on", "all"], "notifications reach the terminal around it"],
];

function tmuxFindings({ tmux }: TerminalSeen): readonly Finding[] {
  if (tmux === null) return [];
  return TMUX_OPTIONS.map(([option, good, why]) => {
    const now = tmux[option] ?? "";
    if (now === "") return skipped(`tmux-${option}`, `tmux ${option}`, "not reported by tmux");
    return good.includes(now)
      ? ok(`tmux-${option}`, `tmux ${option}`, now)
      : warning(`tmux-${option}`, `tmux ${option}`, now, `With "set -g ${option} on" in tmux.conf, ${why}.`);
  });
}

/** The findings about a terminal. */
export function terminalFindings(seen: TerminalSeen): readonly Finding[] {
  if (!seen.isTerminal) return [skipped("terminal", "Terminal", "standard input and output are no terminal")];
  const capabilities = capabilitiesOf(seen.env);
  const { multiplexer } = capabilities;
  return [
    ok("terminal", "Terminal", multiplexer === "none" ? "here" : `within ${multiplexer}`),
    sizeFinding(seen),
    colourFinding(seen, capabilities),
    localeFinding(capabilities),
    modeFinding(seen, "synchronized", "Whole frames", seen.modes?.synchronized ?? null, FLICKER),
    modeFinding(seen, "paste", "Bracketed paste", seen.modes?.bracketedPaste ?? null, PASTE),
    ...tmuxFindings(seen),
    skipped("clipboard", "Clipboard", "OSC 52; no terminal says whether it takes it: try y in a list"),
  ];
}

const ESC = "\u001b";
/** Queries for both modes, and last the one that every terminal answers. */
const QUESTIONS = `${ESC}[?2026$p${ESC}[?2004$p${ESC}[c`;
const LAST_ANSWER = /\u001b\[\?[\d;]*c/u;
const PATIENCE = 1000;

/** The modes in a terminal's answer: known where set, reset, or permanently either. */
export function modesIn(answer: string): Modes | null {
  const mode = (name: string): boolean | null => {
    const [, value] = new RegExp(`\\[\\?${name};(\\d)\\$y`, "u").exec(answer) ?? [];
    return value === undefined ? null : value !== "0" && value !== "4";
  };
  if (!LAST_ANSWER.test(answer)) return null;
  return { synchronized: mode("2026"), bracketedPaste: mode("2004") };
}

/** Queries the terminal, and waits a second at most. Keys typed meanwhile are lost. */
export function askModes(stdin: NodeJS.ReadStream, stdout: NodeJS.WriteStream): Promise<Modes | null> {
  return new Promise((resolve) => {
    let answer = "";
    const finish = (): void => {
      clearTimeout(timer);
      stdin.off("data", take);
      stdin.setRawMode(false);
      stdin.pause();
      resolve(modesIn(answer));
    };
    const take = (bytes: Buffer): void => {
      answer += bytes.toString("latin1");
      if (LAST_ANSWER.test(answer)) finish();
    };
    const timer = setTimeout(finish, PATIENCE);
    stdin.setRawMode(true);
    stdin.on("data", take);
    stdin.resume();
    stdout.write(QUESTIONS);
  });
}

/** The options of the tmux session that this program runs in; null outside of tmux. */
export async function tmuxOptions(env: Variables): Promise<Readonly<Record<string, string>> | null> {
  if ((env["TMUX"] ?? "") === "") return null;
  const option = (name: string): Promise<string> =>
    new Promise((resolve) => {
      execFile("tmux", ["show", "-gv", name], { timeout: 2000, env: childEnvironment(env) }, (error, output) =>
        resolve(error === null ? output.trim() : ""),
      );
    });
  const names = TMUX_OPTIONS.map(([name]) => name);
  const values = await Promise.all(names.map(option));
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
}
