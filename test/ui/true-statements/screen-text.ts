import type { App } from "../../../src/app/app.ts";
import { createApp } from "../../../src/app/create-app.ts";
import { detailLines } from "../../../src/app/detail/lines.ts";
import { openClusters } from "../../../src/app/input/cluster-menu.ts";
import { keyOf } from "../../../src/app/keys/key-of.ts";
import { openProjects } from "../../../src/app/profiles/switching.ts";
import { outdatedSpans, rightSpans } from "../../../src/app/screen/freshness-spans.ts";
import { titleSpans } from "../../../src/app/screen/list-title.ts";
import { lackingNote } from "../../../src/app/screen/not-read.ts";
import { openId, singleOf } from "../../../src/app/screen/panes.ts";
import { queriesOf } from "../../../src/app/screen/scope.ts";
import { missingThingLines } from "../../../src/app/screen/thing.ts";
import { startWatching } from "../../../src/app/screen/watching.ts";
import { createAppStore } from "../../../src/app/store.ts";
import { cellText } from "../../../src/areas/model/cell.ts";
import type { AreaId } from "../../../src/contract/area-ids.ts";
import { GroupId, OrgId } from "../../../src/contract/schema/ids.ts";
import type { Query } from "../../../src/state/answers/query.ts";
import { PROJECT_QUERIES } from "../../../src/state/names/directory.ts";
import type { Span } from "../../../src/text/spans.ts";
import { failureSpans } from "../../../src/ui/screen/last-line.tsx";
import { emptyListLines, noProjectLines } from "../../../src/ui/screen/main-pane.tsx";
import { testConnection } from "../../state/console.ts";
import { FakeClock } from "../../state/fake-clock.ts";
import { MemoryFiles } from "../../state/memory-files.ts";
import { quietHost } from "../quiet-host.ts";
import type { Faulty, RecordedService } from "./recorded-service.ts";

/** All that a screen says, as texts that name where they stand: the same statement in another place is another one. */

const WIDTH = 240;
/** So often is waited for answers that follow from answers. */
const MOST_ROUNDS = 12;
/** Longer than a selection has to rest before its detail is asked for, and shorter than any next try (ms). */
const ROUND = 100;

const textOf = (spans: readonly Span[]): string => spans.map(({ text }) => text).join("");

/** One console at a place. */
export type Seen = {
  readonly texts: readonly string[];
  /** All that was asked for the list, for the thing beside it, and for what these are made of. */
  readonly queries: readonly Query[];
  /** The rows of the list. */
  readonly ids: readonly string[];
  /** What the menus of clusters and projects offer, and why something is not offered. */
  readonly menus: readonly string[];
};

/** A screen: an area or a thing in it, of one project, of all of them, or before any project is known. */
export type SeenPlace = {
  readonly area: AreaId;
  readonly id?: string;
  readonly projects?: "one" | "all" | "unknown";
};

/** Opens a place, waits until everything that will be answered is, and reads the screen. */
export async function seenAt(service: RecordedService, place: SeenPlace, faulty?: Faulty): Promise<Seen> {
  const clock = new FakeClock(service.now);
  const { client, isBusy } = service.client(clock.now, faulty);
  const { ready } = service;
  const store = createAppStore(
    {
      profile: {
        connection: testConnection({ environment: "sandbox" }),
        client,
        groupId: place.projects === "unknown" ? null : GroupId.parse(ready.groupId),
        orgId: place.projects === "unknown" ? null : OrgId.parse(ready.orgId),
        projects: [],
      },
      files: new MemoryFiles(),
      clock,
      random: () => 0.5,
      process: "told",
    },
    { area: place.area, ids: place.id === undefined ? [] : [place.id] },
  );
  store.session.setZone("utc");
  if (place.projects === "all") store.views.setParams(place.area, { projects: "all" });
  store.setState({ columns: WIDTH, rows: 60, minute: clock.now() });
  const app = createApp({ store, host: quietHost({ now: clock.now }) });
  for (const { id, groupId } of ready.migrations) {
    store.names.remember({ kind: "migration", name: id, id, project: groupId, source: "told" });
  }
  const stop = startWatching(app, clock.after);
  await store.start();
  for (let round = 0, calls = -1; round < MOST_ROUNDS && (isBusy() || calls < client.made.length); round += 1) {
    calls = client.made.length;
    await clock.advance(ROUND);
    while (isBusy()) await clock.advance(1);
    if (place.id !== undefined) store.navigation.focus("side");
  }
  const seen = { ...read(app), menus: menusOf(app) };
  stop();
  await store.stop();
  return seen;
}

/** What can be gone over to. */
function menusOf(app: App): readonly string[] {
  return [openClusters, openProjects].flatMap((open) => {
    open(app);
    const layer = app.store.getState().layers.at(-1);
    if (layer?.kind === "picker")
      return (layer.suggestions ?? []).map(({ label, note = "" }) => `menu: ${label}: ${note}`);
    return layer?.kind !== "menu" ? [] : layer.items.map(({ title, disabled }) => `menu: ${title}: ${disabled ?? ""}`);
  });
}

function read(app: App): Omit<Seen, "menus"> {
  const state = app.store.getState();
  const look = app.store.getState().look;
  const list = app.selectors.list(state);
  if (list === null) {
    const fresh = app.selectors.projectsFreshness(state);
    const words = noProjectLines(fresh, app).map(({ text }) => `empty: ${text}`);
    return { texts: words, queries: PROJECT_QUERIES, ids: [] };
  }
  const fresh = app.selectors.freshness(state, list);
  const id = openId(state, list);
  const isSingle = singleOf(state) !== null;
  const model = id === null ? null : app.selectors.thing(state);
  const ofThing = app.selectors.thingFreshness(state, list);
  const rows = isSingle ? [] : list.model.rows;
  const note = lackingNote(list, fresh);
  const last = failureSpans(app, state, app.store.getState(), WIDTH);
  const titles = titleSpans(list, list.arranged.total, fresh).map(({ text }) => `title: ${text}`);
  const texts = [
    ...titles,
    `right: ${textOf(rightSpans(fresh, app, look, WIDTH))}`,
    ...rows.flatMap((row) =>
      [row, ...(row.members ?? [])].flatMap((one) =>
        list.model.columns.map(({ id: column }) => `row ${one.id} ${column}: ${cellText(one.cells[column] ?? "")}`),
      ),
    ),
    ...list.model.sections.map((section) => `heading ${section.id}: ${section.title}`),
    ...[...app.selectors.sectionAges(state, list)].map(([section, spans]) => `age ${section}: ${textOf(spans)}`),
    ...(isSingle || list.arranged.ids.length > 0
      ? []
      : emptyListLines(list, fresh, app).map(({ text }) => `empty: ${text}`)),
    ...(note === null ? [] : [`note: ${note.text}`]),
    ...(last === null ? [] : [`last: ${textOf(last)}`]),
    ...[...app.selectors.badges(state)].map(([area, cell]) => `badge ${area}: ${cellText(cell)}`),
    ...(id === null
      ? []
      : [
          `thing right: ${textOf(outdatedSpans(ofThing, app))}`,
          ...(model === null
            ? isSingle
              ? emptyListLines(list, fresh, app).map(({ text }) => `thing empty: ${text}`)
              : missingThingLines(id, list, fresh, ofThing, app.selectors.meant(state, list), keyOf(app)).map(
                  ({ text }) => `thing empty: ${text}`,
                )
            : detailLines(model, WIDTH, look.symbols).map(({ spans }) => `thing: ${textOf(spans)}`)),
        ]),
  ];
  const context = id === null ? null : app.selectors.context(state, queriesOf(list.screen, list.scope));
  const own = context === null || id === null ? [] : list.screen.detailQueries(context, id);
  return { texts, queries: [...list.queries, ...list.lookups, ...own], ids: rows.map((row) => row.id) };
}
