import { isOfAll, paramsOfAll } from "../../areas/all-projects.ts";
import { openByName } from "../../areas/areas.ts";
import type { ListParams } from "../../areas/model/context.ts";
import type { Effect } from "../../areas/model/effect.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { type App, changeLayer, layerNow, popLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { openSetup } from "../form/open.ts";
import { openPage } from "../layers/page.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { openWrite } from "../review/open.ts";
import { viewKeyOf } from "../screen/scope.ts";
import { visit } from "../screen/visit.ts";
import { openComparison } from "../settings-files/comparison-layer.ts";
import { projectHere } from "../settings-files/project-here.ts";
import { switchProfile } from "./switch-profile.ts";

/** Opens the target of an action, a choice or a local form. */
export function follow(app: App, effect: Effect): void {
  switch (effect.kind) {
    case "form":
      openSetup(app, effect.setup);
      return;
    case "write":
      openWrite(app, effect.plan);
      return;
    case "place":
      visit(app, effect.place, effect.project);
      if (effect.params !== undefined) setParams(app, effect.place.area, effect.params, effect.project);
      return;
    case "pick":
      openChoice(app, effect, (value) => follow(app, effect.take(value)));
      return;
    case "page":
      openPage(app, effect.page);
      return;
    case "comparison": {
      const here = projectHere(app);
      if (here !== null) openComparison(app, here, { kind: "files", path: effect.path, isOwn: true }, []);
      return;
    }
    case "profile":
      void switchProfile(app, effect.name);
      return;
    case "asking":
      void loadEffect(app, effect);
      return;
    case "remember":
      app.store.names.remember(effect.sighting);
      follow(app, effect.next);
      return;
    case "runbook":
      app.store.runbooks.change(effect.change);
      follow(app, effect.next);
      return;
    case "action":
      follow(app, openByName(app.areas.of(effect.area), effect));
      return;
    case "params":
      setParams(app, app.store.getState().navigation.place.area, effect.params);
  }
}

/**
 * Changes the parameters of an area's list; a list of all projects stays one.
 *
 * @param project limits the parameters to this project
 */
function setParams(app: App, area: AreaId, params: ListParams, project?: string): void {
  const scope = app.selectors.scopeOf(app.store.getState(), area);
  if (scope === null) return;
  const isNarrowed = project !== undefined && Object.keys(params).length > 0;
  const ofAll = paramsOfAll(isNarrowed ? { ...params, project } : params);
  app.store.views.setParams(viewKeyOf(area, scope), isOfAll(scope) ? ofAll : params);
}

/** Loads data first and then follows the resulting effect, unless the person has closed the page meanwhile. */
async function loadEffect(app: App, { title, load }: Extract<Effect, { kind: "asking" }>): Promise<void> {
  const waiting = { title, lines: [["Loading …"]], copies: [] };
  openPage(app, waiting);
  const isOpen = (): boolean => layerNow(app, "page")?.page === waiting;
  try {
    const effect = await load(app.ask);
    if (!isOpen()) return;
    popLayer(app);
    follow(app, effect);
  } catch (error) {
    changeLayer(app, "page", (layer) =>
      layer.page === waiting
        ? { ...layer, page: { title, lines: [[{ text: errorText(error), tone: "bad" }]], copies: [] } }
        : layer,
    );
  }
}
