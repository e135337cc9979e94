import type { App } from "../app.ts";
import type { ScopeId } from "./binding.ts";

/** Keys that hold in every layer, whatever is typed: help and palette are a letter elsewhere, these are not. */
export const ALWAYS: ReadonlySet<string> = new Set(["quit", "repaint", "suspend"]);

/** Keys that hold over what is only read as well, letters too: nothing is typed there, and nothing waits for an answer. */
export const OVER_PAGES: ReadonlySet<string> = new Set(["palette.open", "help.open", "activity", "zone", "freeze"]);

/**
 * What has the keys at this moment. `takes` says what a key does that no binding of the scope names: `text` goes to the text field
 * that is focused, `select` to an open list of choices, `nothing` is swallowed. An `exclusive` scope hides the global keys: letters
 * are typed, or the thing asks for an answer first.
 */
export type KeyScope = {
  readonly id: ScopeId;
  readonly takes: "nothing" | "text" | "select";
  readonly exclusive: boolean;
  /** The next key itself is what is asked for: it goes here, and does nothing else. */
  readonly takeKey?: (app: App, key: string) => void;
  /** A text field of several lines keeps line breaks of a paste. */
  readonly lines?: boolean;
};

/** What is only read: layers, and the scopes of their keys, which are called alike. */
export const PAGE_SCOPES = [
  "help",
  "raw",
  "page",
  "activity",
  "writes",
  "write",
  "comparison",
  "difference",
] as const satisfies readonly ScopeId[];
