import { openByName } from "../../areas/areas.ts";
import type { Asked } from "../../areas/context.ts";
import type { Opening } from "../../areas/effect.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { type Console, changeLayer, popLayer } from "../console.ts";
import { openSetup, openWrite } from "../form/open.ts";
import { errorWords } from "../form/words.ts";
import { openPage } from "../layers/page.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { layerOf } from "../workspace.ts";
import { plainScopeOf, viewKeyOf } from "./scope.ts";
import { visit } from "./visit.ts";

/** Opens what an action, a choice or a question leads to. */
export function follow(console: Console, opening: Opening): void {
  switch (opening.kind) {
    case "form":
      openSetup(console, opening.setup);
      return;
    case "write":
      openWrite(console, opening.plan);
      return;
    case "place":
      if (opening.asked !== undefined) setAsked(console, opening.place.area, opening.asked);
      visit(console, opening.place);
      return;
    case "pick":
      openChoice(console, opening, (value) => follow(console, opening.take(value)));
      return;
    case "page":
      openPage(console, opening.page);
      return;
    case "asking":
      void findOut(console, opening);
      return;
    case "remember":
      console.store.names.remember(opening.sighting);
      follow(console, opening.next);
      return;
    case "path":
      console.store.paths.change(opening.change);
      follow(console, opening.next);
      return;
    case "action":
      follow(console, openByName(console.areas.of(opening.area), opening));
      return;
    case "asked":
      setAsked(console, console.store.getState().navigation.place.area, opening.asked);
  }
}

/** The list of an area asks for something else from now on. */
function setAsked(console: Console, area: AreaId, asked: Asked): void {
  const scope = plainScopeOf(console.store.getState());
  if (scope !== null) console.store.views.setAsked(viewKeyOf(area, scope), asked);
}

/** Asks first; what comes of it is opened, unless the person has gone on to something else meanwhile. */
async function findOut(console: Console, { title, find }: Extract<Opening, { kind: "asking" }>): Promise<void> {
  const waiting = { title, lines: [["Asking the service …"]], copies: [] };
  openPage(console, waiting);
  const isOpen = (): boolean => layerOf(console.workspace.getState(), "page")?.page === waiting;
  try {
    const opening = await find(console.ask);
    if (!isOpen()) return;
    popLayer(console);
    follow(console, opening);
  } catch (error) {
    changeLayer(console, "page", (layer) =>
      layer.page === waiting
        ? { ...layer, page: { title, lines: [[{ text: errorWords(error), tone: "bad" }]], copies: [] } }
        : layer,
    );
  }
}
