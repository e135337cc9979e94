import { setImmediate } from "node:timers/promises";
import { pinsIn } from "../../state/pins.ts";
import { type App, changeLayer, closeLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { type KnownThing, knownThings } from "../screen/known-things.ts";
import type { PaletteLayer } from "../workspace.ts";
import { pinnedThing } from "./thing-entries.ts";

/** Time after which control returns to the event loop (ms): a key waits for the code of one area at most. */
const TURN = 4;

/** Gathers all cached things in small steps: no key press waits for it, however many there are. */
async function gather(app: App, isWanted: () => boolean): Promise<readonly KnownThing[]> {
  const state = app.store.getState();
  const known: KnownThing[] = [];
  let until = performance.now() + TURN;
  for (const thing of knownThings(state, app.areas, pinsIn(state.pins).map(pinnedThing), state.leftThings)) {
    known.push(thing);
    if (performance.now() < until) continue;
    await setImmediate();
    if (!isWanted()) break;
    until = performance.now() + TURN;
  }
  return known;
}

/** Opens the palette. It searches a snapshot taken when it opens, so that results do not move under the cursor. */
export function openPalette(app: App, of: PaletteLayer["of"]): void {
  closeLayer(app, "palette");
  const opening = {};
  pushLayer(app, { kind: "palette", of, text: "", index: 0, known: of === "areas" ? [] : null, opening });
  if (of !== "areas") void fill(app, opening);
}

async function fill(app: App, opening: object): Promise<void> {
  const isOpen = (): boolean =>
    app.store.getState().layers.some((layer) => layer.kind === "palette" && layer.opening === opening);
  const take = (known: readonly KnownThing[]): void =>
    changeLayer(app, "palette", (layer) => (layer.opening === opening ? { ...layer, known } : layer));
  try {
    await setImmediate();
    take(await gather(app, isOpen));
  } catch (error) {
    take([]);
    app.store.notices.say("bad", `What is known cannot be searched: ${errorText(error)}`);
  }
}
