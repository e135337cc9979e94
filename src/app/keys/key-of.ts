import type { App } from "../app.ts";
import { keyLabel } from "./key-label.ts";

/** Names the key of a command, by the id of its binding. */
export type KeyOf = (binding: string) => string;

/** Keys as texts name them: those that a person chose, where they chose others. */
export const keyOf =
  ({ keys }: { readonly keys: Pick<App["keys"], "all"> }): KeyOf =>
  (id) => {
    const binding = keys.all.find((one) => one.id === id);
    if (binding === undefined) throw new TypeError(`no binding is called ${id}`);
    return keyLabel(binding.keys[0] ?? "");
  };
