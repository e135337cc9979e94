import type { Core } from "./core.ts";
import type { Write } from "./send.ts";

/** The last reversible write, and the write that takes it back. */
export type Undo = { readonly title: string; readonly writes: readonly Write[]; readonly at: number };

export type UndoActions = {
  readonly offer: (title: string, writes: readonly Write[]) => void;
  readonly clear: () => void;
};

export const createUndo = (core: Core): UndoActions => ({
  offer: (title, writes) => core.set({ undo: { title, writes, at: core.clock.now() } }),
  clear: () => core.set({ undo: null }),
});
