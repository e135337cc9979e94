import { lookupTable } from "../contract/json/own-values.ts";

/** Number of colours that may be used. "none" leaves bold, dim and inverse. */
export type ColourLevel = "none" | "16" | "256" | "truecolor";

export type Multiplexer = "none" | "tmux" | "screen";

/** Expected features of a terminal, as far as the environment tells. */
export interface Capabilities {
  readonly colour: ColourLevel;
  /** Character set for drawing. */
  readonly symbols: "unicode" | "ascii";
  readonly multiplexer: Multiplexer;
}

/** An environment, as `process.env` is. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const forced: Readonly<Record<string, ColourLevel>> = lookupTable({
  "0": "none",
  false: "none",
  "1": "16",
  true: "16",
  "2": "256",
  "3": "truecolor",
});

/** Terminals with 24-bit colours that do not always set COLORTERM. */
const trueColourTerms = /^(xterm-kitty|xterm-ghostty|alacritty|foot|wezterm|contour)/;
const trueColourPrograms = new Set(["iTerm.app", "WezTerm", "ghostty", "vscode", "Hyper", "Tabby", "rio"]);

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function multiplexerOf(env: EnvironmentVariables): Multiplexer {
  const term = env["TERM"] ?? "";
  if (isSet(env["TMUX"]) || env["TERM_PROGRAM"] === "tmux" || term.startsWith("tmux")) {
    return "tmux";
  }
  return isSet(env["STY"]) || term.startsWith("screen") ? "screen" : "none";
}

function colourOf(env: EnvironmentVariables, multiplexer: Multiplexer): ColourLevel {
  const term = env["TERM"] ?? "";
  // https://no-color.org: set and not empty.
  if (isSet(env["NO_COLOR"]) || isDumb(env)) {
    return "none";
  }
  const byForce = forced[env["FORCE_COLOR"] ?? ""];
  if (byForce !== undefined) {
    return byForce;
  }
  const claimsTrue =
    /^(truecolor|24bit)$/i.test(env["COLORTERM"] ?? "") ||
    term.endsWith("-direct") ||
    trueColourTerms.test(term) ||
    isSet(env["WT_SESSION"]) ||
    (multiplexer === "none" && trueColourPrograms.has(env["TERM_PROGRAM"] ?? ""));
  if (claimsTrue) {
    // GNU screen inherits COLORTERM from the outer terminal and drops 24-bit colours before version 5.
    return multiplexer === "screen" ? "256" : "truecolor";
  }
  return /-?256(color)?$/.test(term) || env["TERM_PROGRAM"] === "Apple_Terminal" ? "256" : "16";
}

/** True for a terminal that only prints: no attributes, no cursor movement, no answers. */
export const isDumb = ({ TERM }: EnvironmentVariables): boolean => TERM === "dumb" || TERM === "unknown";

/** UTF-8 by the locale: the first variable that is set counts, the default is "C". */
function isUtf8(env: EnvironmentVariables): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find(isSet) ?? "C";
  return /utf-?8/i.test(locale);
}

/** Derives a terminal's features from the environment. Pure: the terminal itself is not asked. */
export function capabilitiesOf(env: EnvironmentVariables): Capabilities {
  const multiplexer = multiplexerOf(env);
  // The Linux console's font has 512 characters at most: no Braille for charts, no ticks and crosses.
  const hasUnicode = isUtf8(env) && !isDumb(env) && env["TERM"] !== "linux";
  return {
    colour: colourOf(env, multiplexer),
    symbols: hasUnicode ? "unicode" : "ascii",
    multiplexer,
  };
}
