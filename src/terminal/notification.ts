import type { EnvironmentVariables, Multiplexer } from "./capabilities.ts";
import { passedThrough } from "./passthrough.ts";

/** Desktop notifications, in the sequence that the terminal supports; other terminals ignore it. */

const ESC = "\u001b";
const BEL = "\u0007";

type Kind = "osc9" | "osc777" | "osc99";

/** Sequence that a terminal supports, as far as its environment tells; inside a multiplexer, inherited variables count. */
export function notificationKind(env: EnvironmentVariables): Kind {
  const term = env["TERM"] ?? "";
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  if (isSet("KITTY_WINDOW_ID") || term === "xterm-kitty") return "osc99";
  if (isSet("VTE_VERSION") || /^(?:foot|rxvt)/u.test(term)) return "osc777";
  return "osc9";
}

/** Bytes of a notification. Control characters are removed. */
export function notificationBytes(text: string, kind: Kind, multiplexer: Multiplexer): string {
  // ConEmu and Windows Terminal interpret a leading digit and `;` as the progress of a tab: a word comes first.
  const words = `Sextant: ${text.replace(/\p{Cc}/gu, "")}`;
  const sequences: Readonly<Record<Kind, string>> = {
    osc9: `${ESC}]9;${words}${BEL}`,
    osc777: `${ESC}]777;notify;Sextant;${text.replace(/[\p{Cc};]/gu, "")}${BEL}`,
    osc99: `${ESC}]99;i=sextant;${words}${ESC}\\`,
  };
  return passedThrough(sequences[kind], multiplexer);
}

/** Progress of a job for the terminal's tab; `percent` is null when it cannot be counted. */
export type Progress = { readonly kind: "none" } | { readonly kind: "running"; readonly percent: number | null };

/** True for terminals that show progress in a tab (OSC 9;4). Others would show it as a notification, and get none. */
export function showsProgress(env: EnvironmentVariables): boolean {
  const program = (env["TERM_PROGRAM"] ?? "").toLowerCase();
  const isSet = (name: string): boolean => (env[name] ?? "") !== "";
  return isSet("WT_SESSION") || isSet("ConEmuPID") || program === "ghostty" || program === "wezterm";
}

/** Bytes of a tab's progress: state 0 clears it, 1 has a percentage, 3 has none. */
export function progressBytes(progress: Progress, multiplexer: Multiplexer): string {
  const state = progress.kind === "none" ? "0" : progress.percent === null ? "3" : `1;${progress.percent}`;
  return passedThrough(`${ESC}]9;4;${state}${ESC}\\`, multiplexer);
}
