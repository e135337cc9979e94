import { writeSync } from "node:fs";
import type { HeaderFacts } from "../../app/screen/header.ts";
import { marksFor } from "../../app/symbols.ts";
import { type EarlyStart, startEarly } from "../../service/embedded/early-start.ts";
import { FIRST_NAMES } from "../../service/seed/first-ids.ts";
import { namesService } from "../../settings/named-service.ts";
import { serviceFolder, settingsPaths, type Variables } from "../../settings/paths.ts";
import type { Place } from "../../state/navigation/place.ts";
import { capabilitiesOf } from "../../terminal/capabilities.ts";
import { ENDING_SIGNALS, type EndingSignal } from "../../terminal/ending-signals.ts";
import { stopUntilInForeground } from "../../terminal/foreground.ts";
import type { Painted } from "../../terminal/output-options.ts";
import { endProcess, leaveRawMode, requireTerminal } from "../../terminal/session.ts";
import { reportedCells } from "../../terminal/size.ts";
import { readPlace } from "../places.ts";
import { FIRST_FRAME } from "./first-frame.ts";
import { hasNoStart, type LastStart, readLastStart, readLooks, startName } from "./last-start.ts";
import { paintedLine } from "./paint.ts";
import { skeletonLines } from "./skeleton.ts";

/**
 * The splash screen: shown while the program is still loading. Only command lines that certainly start the console get one; in doubt the program
 * reports errors on an untouched terminal.
 */

/** Start place of the console where the command line names none. */
export const START: Place = { area: "overview", ids: [] };

type StartFlags = {
  /** Null where the command line names none. */
  readonly place: Place | null;
  readonly profile: string | null;
  readonly readOnly: boolean;
  readonly hideSidebar: boolean;
  readonly theme: string | null;
};

/** True when the console runs line by line: Ink's own variable for screen readers. */
export const wantsSpeech = (env: Variables): boolean => env["INK_SCREEN_READER"] === "true";

/** The flags of a console; null when the command line may be another command, or wrong. */
function readStartFlags(argv: readonly string[]): StartFlags | null {
  let flags: StartFlags = { place: null, profile: null, readOnly: false, hideSidebar: false, theme: null };
  let isPlaced = false;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const value = argv[index + 1];
    if (word === "--read-only") flags = { ...flags, readOnly: true };
    else if (word === "--pane") flags = { ...flags, hideSidebar: true };
    else if ((word === "--profile" || word === "--theme") && value !== undefined && !value.startsWith("-")) {
      flags = { ...flags, [word.slice(2)]: value };
      index += 1;
    } else {
      const parsed = word.startsWith("-") || isPlaced ? null : readPlace(word, FIRST_FRAME.areas);
      if (parsed?.ok !== true) return null;
      flags = { ...flags, place: parsed.place };
      isPlaced = true;
    }
  }
  return flags;
}

/** Name of the connection to the embedded service; another project than its first one is named after it. */
const EMBEDDED = "embedded ";

/** The name of a connection in files. */
export function connectionName(profile: string | null, env: Variables): string {
  if (profile !== null) return `profile ${profile}`;
  const project = env["SEXTANT_PROJECT_ID"] ?? "";
  return namesService(env) ? `environment ${env["SEXTANT_BASE_URL"] ?? ""} ${project}` : `${EMBEDDED}${project}`;
}

function headerFacts(
  { profile, readOnly }: StartFlags,
  last: Partial<LastStart> | null,
  env: Variables,
): HeaderFacts["session"] {
  const isEmbedded = profile === null && !namesService(env);
  const environment = isEmbedded ? "sandbox" : (last?.environment ?? "other");
  const because = environment === "production" ? "production" : readOnly ? "--read-only" : null;
  return {
    profile: profile ?? (isEmbedded ? "embedded" : "environment"),
    environment,
    sandbox: environment === "sandbox",
    readOnly: because === null ? null : { because, unlockable: false },
    orgName: last?.orgName ?? null,
    groupId: null,
    groupName: last?.groupName ?? last?.groupId ?? null,
    budgets: {},
    connection: { kind: "untried" },
  };
}

const ENTER = "\u001b[?1049h\u001b[?25l\u001b[H";
const LEAVE = "\u001b[0m\u001b[?1049l\u001b[?25h";

/** A splash screen on the terminal. */
export type Splash = {
  /** On a first start, the embedded service, and what is known of its sample before it is laid. */
  readonly early: EarlyStart | undefined;
  readonly sample: LastStart | null;
  /** The frame as it was drawn. */
  readonly painted: Painted;
  /** The console takes over drawing and restoring the terminal. */
  readonly handOver: () => void;
  /** Removes the splash screen: a message must be shown on the original terminal. */
  readonly withdraw: () => void;
};

/** Draws the splash screen, if the command line starts the console and the terminal is large enough. */
export function open(argv: readonly string[], env: Variables): Splash | null {
  const flags = readStartFlags(argv);
  const { stdin, stdout } = process;
  if (flags === null || wantsSpeech(env) || requireTerminal({ stdin, stdout, env }) !== undefined) return null;
  if (!stopUntilInForeground()) return null;
  const paths = settingsPaths(env);
  const looks = readLooks(paths.config);
  const capabilities = capabilitiesOf(env);
  const { symbols, spell } = marksFor(looks.symbols, capabilities.symbols);
  const connection = connectionName(flags.profile, env);
  const last = readLastStart(paths.state, startName(connection, env, paths.config));
  const sampleNames = last === null && connection === EMBEDDED ? FIRST_NAMES : null;
  const columns = reportedCells(stdout.columns) ?? 80;
  const rows = reportedCells(stdout.rows) ?? 24;
  const kept = readPlace(looks.start, FIRST_FRAME.areas);
  const lines = skeletonLines({
    firstFrame: FIRST_FRAME,
    columns,
    rows,
    place: flags.place ?? (kept.ok ? kept.place : START),
    hideSidebar: flags.hideSidebar || looks.pane === "on",
    isFirstStart: last === null && hasNoStart(paths.state),
    session: headerFacts(flags, last ?? sampleNames, env),
    symbols,
  });
  const themes = FIRST_FRAME.themes[capabilities.colour === "none" ? "16" : capabilities.colour];
  const named = new Map(Object.entries(themes)).get(flags.theme ?? looks.theme);
  if (lines === null || (flags.theme !== null && named === undefined)) return null;
  const theme = capabilities.colour === "none" ? FIRST_FRAME.colourless : (named ?? themes.terminal);
  const drawn = lines.map((line) => paintedLine(line, { looks: theme, spell }));
  const placed = drawn.map((line, row) => `\u001b[${row + 1};1H${line}`);
  const restore = (): void => {
    leaveRawMode(stdin);
    writeSync(stdout.fd, LEAVE);
  };
  let isOurs = true;
  const leave = (): void => {
    if (isOurs) restore();
    letGo();
  };
  const end = (signal: EndingSignal): void => {
    leave();
    endProcess(signal);
  };
  const letGo = (): void => {
    isOurs = false;
    process.off("exit", leave);
    for (const signal of ENDING_SIGNALS) process.off(signal, end);
  };
  process.on("exit", leave);
  for (const signal of ENDING_SIGNALS) process.on(signal, end);
  // Raw mode first: keys are no longer echoed, and wait for the console. A key pressed earlier would appear in the
  // frame.
  stdin.setRawMode(true);
  writeSync(stdout.fd, `${ENTER}${placed.join("")}\u001b[H`);
  // Nothing saved can be shown before the service is up: it starts while the rest of the program loads.
  const early = last === null && connection.startsWith(EMBEDDED) ? startEarly(serviceFolder(paths)) : undefined;
  return {
    early,
    sample:
      early === undefined || sampleNames === null ? null : { environment: "sandbox", ...sampleNames, ...early.ids },
    painted: { frame: drawn.join("\n"), columns, rows },
    handOver: letGo,
    withdraw: leave,
  };
}
