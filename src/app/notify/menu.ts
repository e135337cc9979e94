import { thingIn } from "../../areas/all-projects.ts";
import type { Screen } from "../../areas/model/area.ts";
import { cellText } from "../../areas/model/cell.ts";
import type { OfferedCondition } from "../../areas/model/fields.ts";
import type { Row } from "../../areas/model/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { GroupId } from "../../contract/schema/ids.ts";
import { formatCondition } from "../../domain/condition/format.ts";
import { parseCondition } from "../../domain/condition/parse.ts";
import type { FieldInfo } from "../../domain/field-value.ts";
import { activeSubscriptions, type Subscription } from "../../state/subscriptions.ts";
import { type App, openMenu } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { nameOfRow } from "../list/row-name.ts";
import { type CurrentList, selectedRow } from "../screen/current.ts";
import { rowOfPlace } from "../screen/known-things.ts";
import { openId, singleOf } from "../screen/panes.ts";
import { visit } from "../screen/visit.ts";
import type { MenuItem } from "../workspace.ts";
import { formatSubscription } from "./words.ts";

/** Menu of `w`: conditions for the selection, and the existing subscriptions to it. */

/** A thing of a project, with its name from the area's list. */
type ThingHere = {
  readonly id: string;
  readonly name: string;
  readonly project: GroupId;
  readonly area: AreaId;
  readonly screen: Screen;
};

/** The linked thing of a row, in its own area; null if that is not a thing with fields. */
function thingAt(app: App, { link, project, id }: Row, list: CurrentList): ThingHere | null {
  const [own] = link?.ids ?? [];
  if (link === undefined || own === undefined) return null;
  const { screen } = app.areas.of(link.area);
  if (screen.fields === undefined) return null;
  const groupId = project === undefined ? list.scope.groupId : GroupId.of(project);
  const known = rowOfPlace(app.store.getState(), app.areas, link, groupId)?.thing;
  return { id: own, name: known?.title ?? nameOfRow(list, id) ?? own, project: groupId, area: link.area, screen };
}

/** The selected thing; null for the list itself. */
function thingHere(app: App, list: CurrentList): ThingHere | null {
  const state = app.store.getState();
  const row = selectedRow(list);
  const isOpen = state.navigation.pane === "side";
  if (!isOpen && row?.link !== undefined) return thingAt(app, row, list);
  if (singleOf(state) !== null || list.screen.fields === undefined) return null;
  const id = isOpen ? openId(state, list) : row?.members === undefined ? row?.id : undefined;
  if (id === undefined || id === null) return null;
  const named = row?.id === id ? nameOfRow(list, id) : null;
  const model = isOpen ? app.selectors.thing(state) : null;
  const { project, id: own } = thingIn(id) ?? { project: list.scope.groupId, id };
  const name = named ?? (model === null ? own : cellText(model.title));
  return { id: own, name, project, area: list.area.id, screen: list.screen };
}

type Wanted = Pick<Subscription, "groupId" | "about" | "area" | "thing" | "name" | "condition" | "title">;

function subscribe(app: App, { scope }: CurrentList, wanted: Wanted): void {
  const { groupId } = wanted;
  const groupName = scope.projects.find(({ id }) => id === groupId)?.name ?? scope.groupName;
  app.store.subscriptions.add({ ...wanted, groupName });
  app.store.notices.say(
    "good",
    `You will be notified of ${formatSubscription(wanted)}. ${keyOf(app)("notify")} shows or removes it.`,
  );
}

function remove(app: App, subscription: Subscription): void {
  app.store.subscriptions.end(subscription.id);
  app.store.notices.say("info", `No longer notified of ${formatSubscription(subscription)}`);
}

/** Subject of a notification: a thing, or the list of an area. */
const aboutOf = (list: CurrentList, thing: ThingHere | null) =>
  thing === null
    ? { area: list.area.id, groupId: list.scope.groupId, thing: "", name: list.area.label }
    : { area: thing.area, groupId: thing.project, thing: thing.id, name: thing.name };

/** Opens the input for a typed condition: on the fields of the thing, or on the counts of the list. */
function openTyped(app: App, list: CurrentList, thing: ThingHere | null): void {
  const { label } = list.area;
  const infos: readonly FieldInfo[] = (thing === null ? list.screen.counts : thing.screen.fields)?.infos ?? [];
  const about = thing === null ? "list" : "thing";
  openChoice(
    app,
    {
      title: `Condition for ${thing?.name ?? label}, for example ${infos.some(({ id }) => id === "age") ? "age>1h" : "open=0"}`,
      open: true,
      suggest: async () =>
        infos.filter(({ kind }) => kind === "flag").map(({ id, about: note }) => ({ value: id, label: id, note })),
    },
    (text) => {
      const parsed = parseCondition(text, infos);
      if (!parsed.ok) {
        app.store.notices.say("warning", `Not a condition: ${parsed.problem.sentence}`);
        openTyped(app, list, thing);
        return;
      }
      const condition = formatCondition(parsed.condition);
      subscribe(app, list, {
        about,
        ...aboutOf(list, thing),
        condition,
        title: `when ${condition}`,
      });
    },
  );
}

/** Opens the menu of all subscriptions, of all projects: each can be visited or removed. */
function openSubscriptions(app: App): void {
  const all = activeSubscriptions(app.store.getState().subscriptions);
  openMenu(
    app,
    all.length === 0 ? "Notifications: none wanted" : `Notifications: ${all.length} wanted`,
    all.map((one) => ({
      id: one.id,
      title: formatSubscription(one),
      keys: `${app.areas.of(one.area).label}, ${one.groupName}`,
      run: () => openSubscription(app, one),
    })),
  );
}

function openSubscription(app: App, one: Subscription): void {
  openMenu(app, formatSubscription(one), [
    {
      id: "go",
      title: "Go there",
      run: () => visit(app, { area: one.area, ids: one.thing === "" ? [] : [one.thing] }, one.groupId),
    },
    { id: "remove", title: "Remove this notification", run: () => remove(app, one) },
  ]);
}

/** Reason why nothing can be subscribed to now, or null. */
export const whyNoNotification = (app: App): string | null =>
  app.selectors.list(app.store.getState()) === null ? "no project loaded yet" : null;

/** Opens the menu for the selection. */
export function openNotify(app: App): void {
  const list = app.selectors.list(app.store.getState());
  if (list === null) return;
  const thing = thingHere(app, list);
  const wanted = activeSubscriptions(app.store.getState().subscriptions);
  const here = wanted.filter((one) =>
    one.thing === ""
      ? one.area === list.area.id && one.groupId === list.scope.groupId
      : one.area === thing?.area && one.thing === thing.id && one.groupId === thing.project,
  );
  const offers = [
    ...(thing?.screen.conditions ?? []).filter(({ about }) => about === "thing"),
    ...(list.screen.conditions ?? []).filter(({ about }) => about !== "thing"),
  ];
  const isWanted = ({ about, condition }: OfferedCondition): boolean =>
    here.some((one) => one.about === about && one.condition === condition);
  const items: readonly MenuItem[] = [
    ...offers
      .filter((offer) => !isWanted(offer))
      .map((offer) => ({
        id: `${offer.about}/${offer.condition}`,
        title: offer.title,
        keys: offer.about === "thing" ? "this one" : `all of ${list.scope.groupName}`,
        run: () =>
          subscribe(app, list, {
            ...offer,
            ...aboutOf(list, offer.about === "thing" ? thing : null),
          }),
      })),
    ...(thing === null && list.screen.counts === undefined
      ? []
      : [
          {
            id: "typed",
            title: "Another condition…",
            run: () => openTyped(app, list, thing),
          },
        ]),
    // After the offers: pressing Enter at once adds a subscription and removes none.
    ...here.map((one) => ({
      id: one.id,
      title: `Remove: ${formatSubscription(one)}`,
      keys: "wanted",
      run: () => remove(app, one),
    })),
    {
      id: "all",
      title: "All notifications…",
      keys: String(wanted.length),
      disabled: wanted.length === 0 ? "none wanted" : null,
      run: () => openSubscriptions(app),
    },
  ];
  openMenu(app, `Notify me ${thing === null ? `in ${list.area.label}` : `of ${thing.name}`}`, items);
}
