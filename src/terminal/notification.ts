import type { EnvironmentVariables, Multiplexer } from "./capabilities.ts";
import { passedThrough } from "./passthrough.ts";

/** A notification of the desktop, in the sequence that the terminal takes; one that takes none leaves it out. */

const ESC = "\u001b";
const BEL = "\u0007";

type Kind = "osc9" | "osc777" | "osc99";

/** Which of the three a terminal takes, as far as its environment tells; within a multiplexer what it inherited counts. */
export function notificationKind(env: EnvironmentVariables): Kind {
  const term = env["TERM"] ?? "";
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isSet("KITTY_WINDOW_ID") || term === "xterm-kitty") return "osc99";
  if (isSet("VTE_VERSION") || /^(?:foot|rxvt)/u.test(term)) return "osc777";
  return "osc9";
}

/** The bytes of a notification. Control characters have no place in it. */
export function notificationBytes(text: string, kind: Kind, multiplexer: Multiplexer): string {
  // ConEmu and Windows Terminal read a digit and `;` at the beginning as the progress of a tab: a word comes first.
  const words = `Sextant: ${text.replace(/\p{Cc}/gu, "")}`;
  const sequences: Readonly<Record<Kind, string>> = {
    osc9: `${ESC}]9;${words}${BEL}`,
    osc777: `${ESC}]777;notify;Sextant;${text.replace(/[\p{Cc};]/gu, "")}${BEL}`,
    osc99: `${ESC}]99;i=sextant;${words}${ESC}\\`,
  };
  return passedThrough(sequences[kind], multiplexer);
}
