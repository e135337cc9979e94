import { isOfAll, thingIn } from "../../areas/all-projects.ts";
import type { Action, StandardAction } from "../../areas/model/area.ts";
import type { Context } from "../../areas/model/context.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { operations } from "../../contract/operations.ts";
import { missingRole } from "../../state/session/missing-roles.ts";
import { refusalText } from "../../text/format.ts";
import { type App, openMenu } from "../app.ts";
import { keyLabel } from "../keys/key-label.ts";
import { keyOf } from "../keys/key-of.ts";
import { readOnlyReason } from "../read-only.ts";
import { chosenIds } from "../screen/current.ts";
import { hasDetail, openId, singleOf } from "../screen/panes.ts";
import { queriesOf } from "../screen/scope.ts";
import { visit } from "../screen/visit.ts";
import { settingsOffers } from "../settings-files/offers.ts";
import { type MenuItem, topLayer } from "../workspace.ts";
import { follow } from "./follow.ts";

/** Actions of the current area, for letters, the menu and the palette. */

/** The ids that an action would apply to now: the chosen rows of the list, or the open thing. */
export function idsFor(app: App, action: Action): readonly string[] {
  if (action.on === undefined) return [];
  const state = app.store.getState();
  const { pane } = state.navigation;
  const list = app.selectors.list(state);
  const single = singleOf(state);
  if (single !== null) return [single];
  const id = pane === "side" ? openId(state, list) : null;
  if (id !== null) return [id];
  return list === null ? [] : chosenIds(list);
}

/** Data that an action may read: those of the list, and those of the detail beside it. */
function actionContext(app: App): Context | null {
  const state = app.store.getState();
  const list = app.selectors.list(state);
  const scope = app.selectors.scope(state);
  if (list === null || scope === null) return null;
  const id = openId(state, list);
  return id !== null && hasDetail(id)
    ? app.selectors.detailContext(state, list, id)
    : app.selectors.context(state, queriesOf(list.screen, scope));
}

/** Projects and organisation that an action would change; no project if it is yet to be chosen. */
const placesOf = ({ scope }: Context, ids: readonly string[]) => [
  ...(isOfAll(scope) ? ids.flatMap((id) => thingIn(id)?.project ?? []) : [scope.groupId]).map((groupId) => ({
    groupId,
  })),
  { orgId: scope.orgId },
];

/** Reason why an action is unavailable, or null. The ids are those at the moment of the key press. */
export function disabledReason(app: App, action: Action, ids: readonly string[]): string | null {
  const context = actionContext(app);
  if (context === null) return "no project loaded yet";
  const isChange = operations[action.operation].method !== "GET";
  const readOnly = isChange ? readOnlyReason(app) : null;
  if (readOnly !== null) return readOnly;
  if (action.on !== undefined && ids.length === 0) return "nothing is selected";
  if (action.on === "one" && ids.length > 1) return `select one row (${ids.length} selected)`;
  if (isChange) {
    const { session } = app.store.getState();
    const [role] = placesOf(context, ids).flatMap(
      (params) => missingRole(session, operations[action.operation], params, app.host.now()) ?? [],
    );
    if (role?.source === "profile") return `requires ${role.roles}, which the profile does not list`;
    if (role !== undefined) return `requires ${role.roles}; once granted, press ${keyOf(app)("refresh")}`;
  }
  return action.disabled?.(context, ids) ?? null;
}

/** Those of the chosen ids that an action applies to. */
const affectedBy = (app: App, action: Action, ids: readonly string[]): readonly string[] => {
  const context = actionContext(app);
  return context === null ? ids : (action.appliesTo?.(context, ids) ?? ids);
};

/** Runs an action, or shows why it is unavailable. */
export function runAction(app: App, action: Action, ids = idsFor(app, action)): void {
  const reason = disabledReason(app, action, ids);
  const context = actionContext(app);
  if (reason !== null || context === null) {
    app.store.notices.say("warning", refusalText(action.title, reason ?? "not available now"));
    return;
  }
  follow(app, action.open(context, affectedBy(app, action, ids)));
}

/**
 * Visits another area and runs one of its actions. If the area has not yet loaded what the action depends on, the action runs after that, unless the
 * person has left the area or opened a layer by then.
 */
export function runActionOf(app: App, area: AreaId, action: Action): void {
  visit(app, { area, ids: [] });
  const isRead = (): boolean => {
    const { loaded, failure } = app.selectors.freshness(app.store.getState(), app.selectors.list(app.store.getState()));
    return loaded || failure !== null;
  };
  if (isRead() || disabledReason(app, action, []) === null) {
    runAction(app, action);
    return;
  }
  const stop = app.store.subscribe(({ navigation }) => {
    const isElsewhere = navigation.place.area !== area || topLayer(app.store.getState()) !== undefined;
    if (!isElsewhere && !isRead()) return;
    stop();
    if (!isElsewhere) runAction(app, action);
  });
}

const STANDARD_KEYS: Readonly<Record<StandardAction, string>> = { new: "n", edit: "e", delete: "x" };

/** The action's direct key, if it has one. */
export const actionKey = ({ standard }: Pick<Action, "standard">): string | undefined =>
  standard === undefined ? undefined : STANDARD_KEYS[standard];

const standardAction = (app: App, standard: StandardAction): Action | undefined =>
  app.selectors.screen(app.store.getState()).actions.find((candidate) => candidate.standard === standard);

/** True when a standard key (n, e, x) has an available action for the selection. */
export function canStandard(app: App, standard: StandardAction): boolean {
  const action = standardAction(app, standard);
  return action !== undefined && disabledReason(app, action, idsFor(app, action)) === null;
}

/** Hint of a standard key in this area, if it differs from the usual one. */
export const standardHint = (app: App, standard: StandardAction): string | undefined =>
  standardAction(app, standard)?.hint;

/** Runs the area's action of a standard key. */
export function runStandard(app: App, standard: StandardAction): void {
  const action = standardAction(app, standard);
  if (action === undefined) {
    const words = { new: "create here", edit: "edit here", delete: "delete or cancel here" } as const;
    app.store.notices.say("info", `There is nothing to ${words[standard]}.`);
    return;
  }
  runAction(app, action);
}

/** True when the area has any actions. */
export const hasActions = (app: App): boolean => app.selectors.screen(app.store.getState()).actions.length > 0;

/** Opens the menu of actions on the chosen rows. */
export function openActions(app: App): void {
  const screen = app.selectors.screen(app.store.getState());
  if (!hasActions(app)) {
    app.store.notices.say(
      "info",
      `There are no actions here: ${keyOf(app)("list.open")} on a row leads to where there are.`,
    );
    return;
  }
  const { area } = app.store.getState().navigation.place;
  const offers = app.areas.of(area).settings === undefined ? [] : settingsOffers(app);
  const actions = screen.actions.map((action): MenuItem => {
    const ids = idsFor(app, action);
    const key = actionKey(action);
    const disabled = disabledReason(app, action, ids);
    const count = disabled === null ? affectedBy(app, action, ids).length : ids.length;
    return {
      id: action.id,
      title: action.on === "many" && ids.length > 1 ? `${action.title} (${count})` : action.title,
      keys: key === undefined ? "" : keyLabel(key),
      disabled,
      run: () => runAction(app, action, ids),
    };
  });
  const items: readonly MenuItem[] = [...actions, ...offers];
  openMenu(app, "Actions", items, ({ disabled }) => disabled === null);
}
