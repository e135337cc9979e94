import type { App, Binding } from "../app.ts";
import { bindingFor } from "../keys/dispatch.ts";
import { keyLabel } from "../keys/key-label.ts";
import { SMALLEST, SMALLEST_PANE } from "../layout.ts";
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
      const out = can(bindingFor(app, keys, "escape")) ? ", or press Esc to close it" : "";
      return `This needs a terminal of ${SMALLEST.columns}x${SMALLEST.rows}. Make it larger${out}.`;
    }
  }
}
