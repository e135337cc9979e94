import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { weakMapMemoize } from "reselect";
import type { Table } from "../../areas/builders/table.ts";
import { settingHeading } from "../../forms/settings-file/setting-title.ts";
import type { ProjectEntry } from "../../state/session/session.ts";
import { pluralize, shortId } from "../../text/format.ts";
import { type Span, span } from "../../text/spans.ts";
import { quoted, wrapped } from "../../text/width.ts";
import { type App, changeLayer, layerNow, popLayer, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import type { KeyOf } from "../keys/key-of.ts";
import { openFilterBinding } from "../layers/filter.ts";
import { listMoveBindings, movedSelection, selectedIn } from "../layers/list-layer.ts";
import { openChoice } from "../layers/picker-choice.ts";
import { scrollBindings } from "../layers/scrolling.ts";
import { type Arranged, rowById } from "../list/arrange.ts";
import { type ComparisonLayer, type DifferenceLayer, layerOf } from "../workspace.ts";
import type { ComparedRow, ComparedWith, SettingsComparison } from "./compared-rows.ts";
import {
  arrangedComparison,
  type ComparedSides,
  comparisonTable,
  countsOf,
  formatDifference,
  problemOf,
  problemsTable,
} from "./comparison-table.ts";
import { differenceLines } from "./difference-lines.ts";
import { driftIn } from "./drift.ts";

/** Comparison of a project's settings with another project or with files: a list, and the details of a row field by field. */

const NO_ROWS: readonly ComparedRow[] = [];

/** Name of the other side. */
export const nameOfOther = (other: ComparedWith): string =>
  other.kind === "project" ? other.project.name : other.path;

/** Names of the two sides beside their values. */
export const sidesOf = ({ here, with: other }: Pick<ComparisonLayer, "here" | "with">): ComparedSides => ({
  here: here.name,
  there: other.kind === "project" ? other.project.name : "files",
});

/** Reads both sides again; the previous result stays visible meanwhile. */
export function readComparison(app: App): void {
  const reading = {};
  changeLayer(app, "comparison", (layer) => ({ ...layer, reading, isReading: true }));
  const layer = layerNow(app, "comparison");
  if (layer === undefined) return;
  const put = (change: Partial<ComparisonLayer>): void =>
    changeLayer(app, "comparison", (now) =>
      now.reading === reading ? { ...now, isReading: false, readAt: app.host.now(), ...change } : now,
    );
  // Kinds of settings and the reading of files are loaded on first use.
  import("./comparing.ts")
    .then(({ compare }) => compare(app, layer))
    .then(
      (comparison) => {
        const now = layerNow(app, "comparison") ?? layer;
        put({ comparison, failure: null, ...answersKept(now, comparison) });
        rememberDrift(app, layer, comparison);
      },
      (error: unknown) => put({ failure: errorText(error) }),
    );
}

/** Marks and answers for rows that are the same after reading again. */
function answersKept(
  { comparison, marks, answers }: ComparisonLayer,
  next: SettingsComparison,
): Pick<ComparisonLayer, "marks" | "answers"> {
  const rows = byId(next.rows);
  const before = byId(comparison?.rows ?? NO_ROWS);
  const isSame = (id: string): boolean => {
    const [was, is] = [before.get(id), rows.get(id)].map((row) => row && { ...row, origin: null });
    return was !== undefined && isDeepStrictEqual(was, is);
  };
  return {
    marks: new Set([...marks].filter(isSame)),
    answers: new Map([...answers].filter(([id]) => isSame(id))),
  };
}

/** Updates the overview's result for the profile's files with the one just read. */
function rememberDrift(app: App, { here, with: other }: ComparisonLayer, comparison: SettingsComparison): void {
  const { settingsFiles, groupId } = app.store.getState().session;
  if (other.kind !== "files" || other.isOwn !== true || other.path !== settingsFiles || here.id !== groupId) return;
  app.store.drift.put({ groupId, path: other.path, found: driftIn(comparison) });
}

/** Opens the comparison of a project with another project or with files. */
export function openComparison(app: App, here: ProjectEntry, other: ComparedWith, first: readonly string[]): void {
  pushLayer(app, {
    kind: "comparison",
    with: other,
    here,
    first,
    reading: {},
    isReading: true,
    comparison: null,
    readAt: null,
    failure: null,
    filter: "",
    selectedId: null,
    anchor: null,
    folds: new Map(),
    marks: new Set(),
    answers: new Map(),
    clusters: new Map(),
  });
  readComparison(app);
}

/** The table of the list. */
export function tableIn(layer: Pick<ComparisonLayer, "comparison" | "here" | "with">): Table {
  const { here, there } = sidesOf(layer);
  const { comparison } = layer;
  if (comparison !== null && comparison.problems.length > 0) return problemsTable(comparison.problems);
  return comparisonTable(comparison?.rows ?? NO_ROWS, comparison?.kinds ?? [], here, there);
}

export const comparisonIn = (layer: ComparisonLayer): Arranged =>
  arrangedComparison(tableIn(layer), layer.filter, layer.folds);

const move = (app: App, by: number): void =>
  changeLayer(app, "comparison", (layer) => ({ ...layer, ...movedSelection(app, layer, comparisonIn(layer), by) }));

const byId = weakMapMemoize(
  (rows: readonly ComparedRow[]): ReadonlyMap<string, ComparedRow> => new Map(rows.map((row) => [row.id, row])),
);

/** A row by its id. */
export const comparedRow = ({ comparison }: Pick<ComparisonLayer, "comparison">, id: string): ComparedRow | undefined =>
  byId(comparison?.rows ?? NO_ROWS).get(id);

const problemIn = ({ comparison }: Pick<ComparisonLayer, "comparison">, id: string) =>
  problemOf(comparison?.problems ?? [], id);

/** Title of the page for a row. */
export function differenceTitle(layer: ComparisonLayer, id: string): string {
  const row = comparedRow(layer, id);
  return row === undefined ? "Problem" : settingHeading(row);
}

const selectedNow = (app: App): string | null => {
  const layer = layerNow(app, "comparison");
  return layer === undefined ? null : selectedIn(layer, comparisonIn(layer));
};

/** Opens the selected row; the group of equal settings expands in place. */
function open(app: App): void {
  const layer = layerNow(app, "comparison");
  const id = selectedNow(app);
  if (layer === undefined || id === null) return;
  if (comparedRow(layer, id) !== undefined || problemIn(layer, id) !== undefined)
    pushLayer(app, { kind: "difference", id, top: 0 });
  else changeLayer(app, "comparison", (now) => ({ ...now, folds: new Map([...now.folds, [id, isUnfolded(now, id)]]) }));
}

const isUnfolded = ({ folds }: ComparisonLayer, id: string): boolean => folds.get(id) === false;

const WHY_NOT: Readonly<Record<ComparedRow["state"], string>> = {
  different: "what differs is set here alone: there is nothing to copy",
  "missing-here": "",
  "missing-there": "it is only here: there is nothing to copy",
  unclear: "",
  same: "it is the same on both sides",
};

/** True for rows that can be copied: in an ambiguous one, the person has chosen the setting here. */
export const canBeCopied = (
  { answers }: Pick<ComparisonLayer, "answers">,
  { id, origin, state, isClusterMissing }: Pick<ComparedRow, "id" | "origin" | "state" | "isClusterMissing">,
): boolean => origin !== null && !isClusterMissing && (state !== "unclear" || answers.has(id));

/** Value for a new setting, in place of an id. */
const NEW = "new";

/** Lets the person choose the setting here that a row corresponds to, then marks the row. */
function askWhich(app: App, row: ComparedRow): void {
  const suggest = async () => [
    // All candidates have the same name: the changes that a copy would make distinguish them.
    ...row.candidates.map(({ id, changes }) => ({
      value: id,
      label: shortId(id),
      note: formatDifference({ state: "different", changes }) || "the same",
    })),
    { value: NEW, label: "A new one", note: "leaves those here as they are" },
  ];
  openChoice(app, { title: "Which one here is", named: row.name, suggest }, (value) => {
    changeLayer(app, "comparison", (now) => ({
      ...now,
      answers: new Map([...now.answers, [row.id, value === NEW ? null : value]]),
      marks: new Set([...now.marks, row.id]),
    }));
  });
}

/** Lets the person choose the cluster here that a cluster there is compared with, then compares both sides again. */
function askCluster(app: App, cluster: string, { freeClusters }: SettingsComparison, { here }: ComparisonLayer): void {
  if (freeClusters.length === 0) {
    const words = `Cannot be selected: ${here.name} has no cluster ${cluster}, and each of its clusters is compared already.`;
    app.store.notices.say("warning", words);
    return;
  }
  const suggest = async () => freeClusters.map((name) => ({ value: name, label: name, note: "" }));
  openChoice(app, { title: "Cluster to compare with", named: cluster, suggest }, (name) => {
    changeLayer(app, "comparison", (now) => ({ ...now, clusters: new Map([...now.clusters, [cluster, name]]) }));
    readComparison(app);
  });
}

/** Marks the selected row to be copied here, or shows why it cannot be copied. */
function mark(app: App): void {
  const layer = layerNow(app, "comparison");
  const id = selectedNow(app);
  if (layer === undefined || id === null) return;
  const row = comparedRow(layer, id);
  if (row === undefined || row.origin === null) {
    app.store.notices.say("warning", `Cannot be selected: ${WHY_NOT[row?.state ?? "same"]}.`);
    return;
  }
  if (row.isClusterMissing && row.cluster !== null && layer.comparison !== null) {
    askCluster(app, row.cluster, layer.comparison, layer);
    return;
  }
  if (!canBeCopied(layer, row)) {
    askWhich(app, row);
    return;
  }
  const marks = new Set(layer.marks);
  if (!marks.delete(id)) marks.add(id);
  changeLayer(app, "comparison", (now) => ({ ...now, marks }));
  move(app, 1);
}

/** Marks all listed rows that can be copied, or none. */
function markAll(app: App): void {
  changeLayer(app, "comparison", (layer) => {
    const table = tableIn(layer);
    const shown = comparisonIn(layer).ids.filter((id) => {
      const row = comparedRow(layer, id);
      return rowById(table, id) !== undefined && row !== undefined && canBeCopied(layer, row);
    });
    return { ...layer, marks: shown.every((id) => layer.marks.has(id)) ? new Set() : new Set(shown) };
  });
}

/** Clears the marks first, then the filter, then closes the comparison. */
function back(app: App): void {
  const layer = layerNow(app, "comparison");
  if (layer !== undefined && layer.marks.size > 0) {
    changeLayer(app, "comparison", (now) => ({ ...now, marks: new Set() }));
  } else if (layer !== undefined && layer.filter !== "") {
    changeLayer(app, "comparison", (now) => ({ ...now, filter: "" }));
  } else popLayer(app);
}

/** Lines of the row that is shown field by field. */
export function openDifferenceLines(
  app: App,
  { id }: Pick<DifferenceLayer, "id">,
  width: number,
): readonly (readonly Span[])[] {
  const state = app.store.getState();
  const layer = layerOf(state, "comparison");
  if (layer === undefined) return [];
  const row = comparedRow(layer, id);
  if (row !== undefined) return differenceLines(row, sidesOf(layer), width, state.look.symbols);
  const problem = problemIn(layer, id);
  if (problem === undefined) return [];
  const { file, line, column, message } = problem;
  return [`${file}, line ${line}, column ${column}`, message].flatMap((text) =>
    wrapped(text, width - 4).map((part) => [span(`  ${part}`)]),
  );
}

/** `Payments beside Search`; of a path only the last part, to leave space for the counts. */
export const comparisonTitle = ({ here, with: other }: Pick<ComparisonLayer, "here" | "with">): string =>
  `${here.name} beside ${other.kind === "project" ? other.project.name : basename(other.path)}`;

/** Counts of the comparison, for its title. */
export function comparisonCounts({ comparison }: Pick<ComparisonLayer, "comparison">): string {
  if (comparison === null) return "";
  return comparison.problems.length > 0 ? pluralize(comparison.problems.length, "problem") : countsOf(comparison.rows);
}

/** State above the list or in place of it. @param shown number of listed settings */
export function formatComparisonState(layer: ComparisonLayer, shown: number, key: KeyOf): readonly Span[] {
  const { comparison, failure, filter, isReading, clusters } = layer;
  if (failure !== null && !isReading) return [span(failure, "bad")];
  if (comparison === null) return [span("Reading both sides …", "dim")];
  const { problems, unread, rows } = comparison;
  const missing = [
    ...unread.map(({ words }) => span(words, "warn")),
    ...[...clusters].map(([there, here]) =>
      span(`Cluster ${there} of ${sidesOf(layer).there} is compared with ${here}.`, "dim"),
    ),
  ];
  if (problems.length > 0)
    return [
      span(`The files cannot be compared as they are. Mend them, then press ${key("comparison.refresh")}.`, "bad"),
    ];
  // Settings that could not be read may exist and may differ.
  const isAllRead = unread.length === 0;
  if (rows.length === 0)
    return isAllRead ? [...missing, span("There are no settings on either side.", "dim")] : missing;
  if (shown === 0) return [...missing, span(`Nothing matches ${quoted(filter)}.`, "dim")];
  const isSame = isAllRead && rows.every(({ state }) => state === "same");
  return isSame ? [...missing, span("No difference.", "good")] : missing;
}

const scope = "comparison";

const has = (app: App): boolean => selectedNow(app) !== null;

export const comparisonBindings = bindingsIn(scope, [
  {
    id: "comparison.open",
    keys: ["enter", "right"],
    title: "Show a difference field by field",
    hint: "open",
    when: has,
    run: open,
  },
  { id: "comparison.mark", keys: ["space"], title: "Select", hint: "select", when: has, run: mark },
  {
    id: "comparison.mark-all",
    keys: ["*"],
    title: "Select all that can be copied, or none",
    when: has,
    run: markAll,
  },
  openFilterBinding("comparison"),
  { id: "comparison.refresh", keys: ["r"], title: "Read again", hint: "read again", run: readComparison },
  ...listMoveBindings(scope, move),
  {
    id: "comparison.close",
    keys: ["escape", "q", "left", "h"],
    title: "Close (first clears marks and filter)",
    hint: "close",
    run: back,
  },
  ...scrollBindings("difference", "enter", openDifferenceLines),
]);
