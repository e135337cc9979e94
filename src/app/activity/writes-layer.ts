import { weakMapMemoize } from "reselect";
import { isBodyObject } from "../../contract/json/json.ts";
import { isOperationId } from "../../contract/operations.ts";
import type { JournalEntry } from "../../state/journal/journal-file.ts";
import { textsOf } from "../../state/journal/noted-request.ts";
import type { Span } from "../../text/spans.ts";
import { messageOf } from "../../text/thrown.ts";
import { type App, changeLayer, layerNow, openMenu, popLayer, pushLayer } from "../app.ts";
import { copyItem } from "../copy.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { openFilterBinding } from "../layers/filter.ts";
import { listMoveBindings, movedSelection, selectedIn } from "../layers/list-layer.ts";
import { markdownPage, openPage } from "../layers/page.ts";
import { scrollBindings } from "../layers/scrolling.ts";
import type { Arranged } from "../list/arrange.ts";
import { formatUndo } from "../review/undo.ts";
import { layerOf, type MenuItem, type WriteLayer, type WritesLayer } from "../workspace.ts";
import { curlCommand, runCommand, type WrittenCommand } from "./commands.ts";
import { runbookText } from "./runbook.ts";
import { writeLines } from "./write-lines.ts";
import { arrangedWrites } from "./writes.ts";

/** List of the writes of all runs, by any console or `sextant run` of this machine, and the details of one. */

const NO_ENTRIES: readonly JournalEntry[] = [];

/** Reads the journal again; the previous entries stay visible meanwhile. */
function read(app: App): void {
  app.store.journal.readAll().then(
    (journal) => changeLayer(app, "writes", (layer) => ({ ...layer, journal, failure: null, readAt: app.host.now() })),
    (error: unknown) => changeLayer(app, "writes", (layer) => ({ ...layer, failure: messageOf(error) })),
  );
}

/** Switches from the log of this session to the writes of all runs. */
export function openWrites(app: App): void {
  popLayer(app);
  pushLayer(app, {
    ...{ kind: "writes", journal: null, readAt: null, failure: null, filter: "", selectedId: null, anchor: null },
  });
  read(app);
}

function openSession(app: App): void {
  popLayer(app);
  pushLayer(app, { kind: "activity", top: 0, filter: "" });
}

/** Rows of the list after its filter. */
export const writesIn = (layer: Pick<WritesLayer, "journal" | "filter">, zone: "local" | "utc"): Arranged =>
  arrangedWrites(layer.journal?.entries ?? NO_ENTRIES, zone, layer.filter);

const zoneNow = (app: App) => app.store.getState().session.zone;

const move = (app: App, by: number): void =>
  changeLayer(app, "writes", (layer) => ({
    ...layer,
    ...movedSelection(app, layer, writesIn(layer, zoneNow(app)), by),
  }));

const byId = weakMapMemoize(
  (entries: readonly JournalEntry[]): ReadonlyMap<string, JournalEntry> =>
    new Map(entries.map((entry) => [entry.id, entry])),
);

/** A write by its id in the journal. */
function entryOf(app: App, id: string | null): JournalEntry | undefined {
  const entries = layerNow(app, "writes")?.journal?.entries ?? NO_ENTRIES;
  return id === null ? undefined : byId(entries).get(id);
}

/** The current write: the one that is shown in full, otherwise the selected one. */
function entryNow(app: App): JournalEntry | undefined {
  const state = app.store.getState();
  const list = layerOf(state, "writes");
  if (list === undefined) return undefined;
  return entryOf(app, layerOf(state, "write")?.id ?? selectedIn(list, writesIn(list, zoneNow(app))));
}

const hasEntry = (app: App): boolean => entryNow(app) !== undefined;

/** The lines of the write that is shown in full; empty if it no longer exists. */
export function openWriteLines(app: App, { id }: Pick<WriteLayer, "id">, width: number): readonly (readonly Span[])[] {
  const entry = entryOf(app, id);
  const { look, session } = app.store.getState();
  if (entry === undefined) return [];
  const [undoes, undoneBy] = [entryOf(app, entry.undoes), entryOf(app, entry.undoneBy)];
  return writeLines(entry, undoes, undoneBy, formatUndo(app, id), width, look.symbols, session.zone);
}

export const writeTitle = (app: App, id: string): string => entryOf(app, id)?.title ?? "";

/** The request as curl for the current service. */
function curlHere(app: App, entry: JournalEntry): WrittenCommand {
  return curlCommand(entry, app.store.getState().session.profile, ({ id }, { params, query, body }) =>
    isOperationId(id)
      ? app.host.curl({
          operation: id,
          params: textsOf(params),
          query: textsOf(query),
          body: isBodyObject(body) ? body : null,
        })
      : "",
  );
}

/** Opens the menu of formats to copy a write in. */
function copy(app: App): void {
  const entry = entryNow(app);
  if (entry === undefined) return;
  const item = (id: string, title: string, command: WrittenCommand): MenuItem => ({
    ...copyItem(app, id, title, () => ("text" in command ? command.text : "")),
    disabled: "text" in command ? null : command.missing,
  });
  const { session } = app.store.getState();
  openMenu(app, "Copy", [
    item("curl", "Request as curl", curlHere(app, entry)),
    item("run", "Request as sextant run", runCommand(entry)),
    item("markdown", "Step of a runbook, as Markdown", { text: runbookText(entry.title, [entry], session.zone) }),
  ]);
}

/** Opens the listed writes as a runbook, to read, copy and save. */
function openRunbook(app: App): void {
  const layer = layerNow(app, "writes");
  if (layer === undefined || layer.journal === null) return;
  const { zone } = app.store.getState().session;
  const shown = new Set(writesIn(layer, zone).ids);
  const entries = layer.journal.entries.filter(({ id }) => shown.has(id)).slice(-MOST_STEPS);
  const text = runbookText(layer.filter === "" ? "Changes" : `Changes with ${layer.filter}`, entries, zone);
  const isCut = entries.length < shown.size;
  const title = isCut ? `Runbook of the newest ${entries.length} changes` : "Runbook of these changes";
  openPage(app, markdownPage(app, title, "Runbook", text));
}

/** Limit of a runbook: nobody reads more steps; `sextant activity` prints all. */
const MOST_STEPS = 200;

const scope = "writes";

export const writesBindings = bindingsIn(scope, [
  {
    id: "writes.open",
    keys: ["enter", "right"],
    title: "Show all of a change",
    hint: "open",
    when: hasEntry,
    run: (app) => {
      const entry = entryNow(app);
      if (entry !== undefined) pushLayer(app, { kind: "write", id: entry.id, top: 0 });
    },
  },
  {
    id: "writes.copy",
    keys: ["y"],
    title: "Copy as curl, sextant run or Markdown",
    hint: "copy",
    when: hasEntry,
    run: copy,
  },
  openFilterBinding("writes"),
  {
    id: "writes.runbook",
    keys: ["w"],
    title: "Show the listed changes as a runbook, to copy or save",
    hint: "runbook",
    isUseful: (app) => layerNow(app, "writes")?.journal != null,
    run: openRunbook,
  },
  {
    id: "writes.session",
    keys: ["tab"],
    title: "Requests of this session",
    hint: "this session",
    run: openSession,
  },
  { id: "writes.refresh", keys: ["r"], title: "Read again", run: read },
  ...listMoveBindings(scope, move),
  { id: "writes.close", keys: ["escape", "L", "q", "left", "h"], title: "Close", hint: "close", run: popLayer },
  {
    id: "write.copy",
    keys: ["y"],
    title: "Copy as curl, sextant run or Markdown",
    hint: "copy",
    scope: "write",
    when: hasEntry,
    run: copy,
  },
  ...scrollBindings("write", "enter", openWriteLines),
]);
