import type { Action } from "../area.ts";
import { openById } from "./open-by-id.ts";

/** What can be done with migrations: E60, E61, E64, and opening one that is not known here yet. */
export const actions: readonly Action[] = [
  {
    id: "live-migration.open",
    title: "Open by id…",
    operation: "getPushMigration",
    on: "area",
    disabled: () => null,
    open: (context) => ({ kind: "form", setup: openById(context, null) }),
  },
];
