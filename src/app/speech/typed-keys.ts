import { lookupTable } from "../../contract/json/own-values.ts";
import type { InputEvent } from "../../terminal/input/keys.ts";
import type { App } from "../app.ts";
import { pointAt } from "../form/choosing.ts";
import { openForm } from "../form/layer.ts";
import { typeIn } from "../input/typed.ts";
import { movedIndex } from "../keys/move-bindings.ts";

/** Handles keys without a binding, as the fields of a drawn screen do: typing, and moving in an open list of choices. */

const STEPS: Readonly<Record<string, number>> = lookupTable({ down: 1, j: 1, up: -1, k: -1 });

/** Handles a key in the open list of choices; false if none is open. */
function chooseBy(app: App, name: string): boolean {
  const choosing = openForm(app)?.choosing ?? null;
  if (choosing === null) return false;
  const step = STEPS[name];
  const next = choosing.choices[movedIndex(choosing.index, step ?? 0, choosing.choices.length)];
  if (step !== undefined && next !== undefined) pointAt(app, next.value);
  return true;
}

/** Handles an event that no binding handled. */
export function takeTyped(app: App, event: InputEvent): void {
  if (event.type === "key" && chooseBy(app, event.name)) return;
  if (event.text !== undefined) typeIn(app, event.text);
}
