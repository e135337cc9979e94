import type { App, Binding } from "../app.ts";
import { instead } from "../guard.ts";
import { closingKeyOf } from "../keys/chosen-keys.ts";
import { bindingForOwn } from "../keys/dispatch.ts";
import { keyLabel } from "../keys/key-label.ts";
import { keyOf } from "../keys/key-of.ts";
import { SMALLEST, SMALLEST_PANE } from "../layout.ts";
import type { ScreenPart } from "../workspace.ts";
import { undrawnOf } from "./room.ts";

/** Text in place of something that does not fit: the size that it needs, and the key that closes it, if there is one. */
export function noRoomText(app: App): string | null {
  const state = app.store.getState();
  const keys = app.keys.active();
  const can = (binding: Binding | undefined): boolean =>
    binding !== undefined && (binding.disabledReason?.(app) ?? null) === null;
  switch (undrawnOf(state)) {
    case null:
    // The replacement has its own text.
    case "broken layer":
    case "broken pane":
      return null;
    case "console": {
      const { columns, rows } = state.hideSidebar ? SMALLEST_PANE : SMALLEST;
      const [quit] = keys.bindings.find(({ id }) => id === "quit")?.keys ?? [];
      const out = quit === undefined ? "" : `, or press ${keyLabel(quit)}`;
      return `This terminal is ${state.columns}x${state.rows}; Sextant needs ${columns}x${rows}. Make it larger${out}.`;
    }
    case "layer": {
      const key = can(bindingForOwn(app, keys, "escape")) ? closingKey(app) : null;
      const out = key === null ? "" : `, or press ${key} to close it`;
      return `This needs a terminal of ${SMALLEST.columns}x${SMALLEST.rows}. Make it larger${out}.`;
    }
  }
}

/** Label of the key that closes the topmost layer, if one does. */
function closingKey(app: App): string | null {
  const binding = bindingForOwn(app, app.keys.active(), "escape");
  const key = binding === undefined ? null : closingKeyOf(binding);
  return key === null ? null : keyLabel(key);
}

/** Text in place of a part that could not be drawn. */
export function brokenTexts(app: App, part: ScreenPart, words: string): readonly [what: string, next: string] {
  const key = part === "layer" ? app.guard("Closing key", () => closingKey(app), instead(null)) : null;
  return [
    `This cannot be shown because of an error in this console: ${words}.`,
    `${key === null ? "" : `${key} closes it; then `}${keyOf(app)("activity")} shows details. Everything else works.`,
  ];
}
