import { setImmediate } from "node:timers/promises";
import { pinsIn } from "../../state/pins.ts";
import { type App, changeLayer, closeLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { type KnownThing, knownThings } from "../screen/known-things.ts";
import type { PaletteLayer } from "../workspace.ts";
import { pinnedThing } from "./thing-entries.ts";

/** So many things are gathered before keys and frames have their turn again: a millisecond or two. */
const IN_ONE_TURN = 500;

/** Gathers all that is known, a few things at a time: no key waits for it, however much there is. */
async function gather(app: App, isWanted: () => boolean): Promise<readonly KnownThing[]> {
  const state = app.store.getState();
  const known: KnownThing[] = [];
  for (const thing of knownThings(state, app.areas, pinsIn(state.pins).map(pinnedThing), state.leftThings)) {
    known.push(thing);
    if (known.length % IN_ONE_TURN !== 0) continue;
    await setImmediate();
    if (!isWanted()) break;
  }
  return known;
}

/** Opens the palette. What is known is that of the moment of opening: what is found does not move under the mark. */
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
