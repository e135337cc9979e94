import { openByName } from "../../areas/areas.ts";
import type { ListParams } from "../../areas/context.ts";
import type { Effect } from "../../areas/effect.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { type App, changeLayer, popLayer } from "../app.ts";
import { errorWords } from "../error-text.ts";
import { openSetup } from "../form/open.ts";
import { openPage } from "../layers/page.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { openWrite } from "../review/open.ts";
import { plainScopeOf, viewKeyOf } from "../screen/scope.ts";
import { visit } from "../screen/visit.ts";
import { layerOf } from "../workspace.ts";

/** Opens what an action, a choice or a question leads to. */
export function follow(app: App, opening: Effect): void {
  switch (opening.kind) {
    case "form":
      openSetup(app, opening.setup);
      return;
    case "write":
      openWrite(app, opening.plan);
      return;
    case "place":
      if (opening.params !== undefined) setAsked(app, opening.place.area, opening.params);
      visit(app, opening.place);
      return;
    case "pick":
      openChoice(app, opening, (value) => follow(app, opening.take(value)));
      return;
    case "page":
      openPage(app, opening.page);
      return;
    case "asking":
      void findOut(app, opening);
      return;
    case "remember":
      app.store.names.remember(opening.sighting);
      follow(app, opening.next);
      return;
    case "path":
      app.store.paths.change(opening.change);
      follow(app, opening.next);
      return;
    case "action":
      follow(app, openByName(app.areas.of(opening.area), opening));
      return;
    case "params":
      setAsked(app, app.store.getState().navigation.place.area, opening.params);
  }
}

/** The list of an area asks for something else from now on. */
function setAsked(app: App, area: AreaId, asked: ListParams): void {
  const scope = plainScopeOf(app.store.getState());
  if (scope !== null) app.store.views.setAsked(viewKeyOf(area, scope), asked);
}

/** Asks first; what comes of it is opened, unless the person has gone on to something else meanwhile. */
async function findOut(app: App, { title, find }: Extract<Effect, { kind: "asking" }>): Promise<void> {
  const waiting = { title, lines: [["Asking the service …"]], copies: [] };
  openPage(app, waiting);
  const isOpen = (): boolean => layerOf(app.workspace.getState(), "page")?.page === waiting;
  try {
    const opening = await find(app.ask);
    if (!isOpen()) return;
    popLayer(app);
    follow(app, opening);
  } catch (error) {
    changeLayer(app, "page", (layer) =>
      layer.page === waiting
        ? { ...layer, page: { title, lines: [[{ text: errorWords(error), tone: "bad" }]], copies: [] } }
        : layer,
    );
  }
}
