import { cellText } from "../../areas/model/cell.ts";
import { settingTitle } from "../../forms/settings-file/setting-title.ts";
import { activityLines } from "../activity/session-log.ts";
import { writesTable } from "../activity/writes.ts";
import { openWriteLines, writesIn, writeTitle } from "../activity/writes-layer.ts";
import type { App } from "../app.ts";
import { keyOf } from "../keys/key-of.ts";
import { filterOf } from "../layers/filtered.ts";
import { helpLines } from "../layers/help.ts";
import { selectedIn } from "../layers/list-layer.ts";
import { shownPage, spokenPageLines } from "../layers/page.ts";
import { entryValue, pickerEntries } from "../layers/picker-entries.ts";
import { positionOf, rowById } from "../list/arrange.ts";
import { paletteEntries } from "../palette/palette.ts";
import { entriesOf } from "../preferences/columns.ts";
import { keyLines } from "../preferences/keys.ts";
import { takesName } from "../review/answer.ts";
import { footerLines } from "../review/footer.ts";
import { resultLines, summaryOf } from "../review/result-lines.ts";
import { reviewLines } from "../review/review-lines.ts";
import { layerWidth } from "../screen/focus.ts";
import {
  comparedRow,
  comparisonCounts,
  comparisonIn,
  comparisonTitle,
  differenceTitle,
  formatComparisonState,
  openDifferenceLines,
  sidesOf,
  tableIn,
} from "../settings-files/comparison-layer.ts";
import { formatDifference, STATE_LABELS } from "../settings-files/comparison-table.ts";
import { copyFooter, copyLines, copySummary } from "../settings-files/copy-lines.ts";
import { takesProjectName } from "../settings-files/copy-question.ts";
import { differenceSentences } from "../settings-files/difference-lines.ts";
import { type ComparisonLayer, type Layer, layerOf, type PickerLayer, type ReviewLayer } from "../workspace.ts";
import { formScene } from "./form-scene.ts";
import type { Scene, SceneFocus } from "./scene.ts";
import { spoken, spokenLine, spokenLines } from "./spoken.ts";

/** Layers as scenes for speech. */

/** Wide enough that nothing is cut or wrapped. */
const WIDE = 400;

/** A choice among several. */
const choice = (index: number, count: number, words: string, key = `${index}`): SceneFocus => ({
  key,
  text: `${index + 1} of ${count}: ${words}`,
  still: words,
});

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(", ");

function pickerScene(layer: PickerLayer): Scene {
  const entries = pickerEntries(layer);
  const entry = entries[layer.index];
  const words = (): string => {
    if (entry === undefined) return "";
    if (entry.kind === "free") return `use ${entry.text} as typed`;
    const isMarked = layer.marked?.includes(entryValue(entry));
    const mark = isMarked === undefined ? "" : isMarked ? "marked" : "not marked";
    return sentence([spoken(entry.suggestion.label), spoken(entry.suggestion.note ?? ""), mark]);
  };
  const title = [layer.title, ...(layer.named === undefined ? [] : [layer.named])].join(" ");
  const none = layer.suggestions === null ? "Loading suggestions." : "No match.";
  return {
    key: `picker ${title}`,
    heading: `Choose: ${spoken(title)}. Type to search.`,
    body: layer.failure === null ? [] : [spoken(layer.failure)],
    focus:
      entry === undefined
        ? { key: "none", text: none, still: none }
        : choice(layer.index, entries.length, words(), entryValue(entry)),
    typed: layer.text,
  };
}

function reviewScene(app: App, layer: ReviewLayer): Scene {
  const { symbols } = app.store.getState().look;
  const { lines, focus } = reviewLines(app, layer, { width: WIDE, height: WIDE, symbols });
  const body = [...spokenLines(lines), ...spokenLines(footerLines(layer, WIDE, keyOf(app)))];
  const at = focus === null ? undefined : lines[focus];
  return {
    // Each stage is a separate scene, so that it is read in full.
    key: `review ${layer.stage} ${layer.whole} ${layer.yes}`,
    heading: `Review: ${spoken(layer.title)}`,
    body,
    focus: at === undefined ? null : { key: `${focus}`, text: spokenLine(at), still: spokenLine(at) },
    typed: takesName(layer) ? layer.typed : null,
  };
}

/** Visible lines of a scrolled text. */
const shownOf = (
  app: App,
  lines: readonly (readonly { readonly text: string }[])[],
  top: number,
): readonly string[] => {
  const room = Math.max(1, app.store.getState().rows - 3);
  const first = Math.max(0, Math.min(top, lines.length - room));
  return spokenLines(lines.slice(first, first + room));
};

const text = (key: string, heading: string, body: readonly string[]): Scene => ({
  key,
  heading,
  body,
  focus: null,
  typed: null,
});

/** A row of a comparison: its state, its setting, and its first difference. Counts and problems as they are displayed. */
function formatCompared(layer: ComparisonLayer, id: string): string {
  const compared = comparedRow(layer, id);
  if (compared !== undefined) {
    const parts = [STATE_LABELS[compared.state].text, settingTitle(compared), formatDifference(compared)];
    return sentence(parts.map(spoken));
  }
  const table = tableIn(layer);
  const row = rowById(table, id);
  const section = table.sections.find((one) => one.id === row?.section)?.title ?? "";
  return sentence([section, ...Object.values(row?.cells ?? {}).map((cell) => spoken(cellText(cell)))]);
}

/**
 * The scene of a layer.
 *
 * @param below the scene below it
 */
export function layerScene(app: App, layer: Layer, below: () => Scene): Scene {
  const state = app.store.getState();
  switch (layer.kind) {
    case "form":
      return formScene(app, layer);
    case "review":
      return reviewScene(app, layer);
    case "picker":
      return pickerScene(layer);
    case "result": {
      const lines = spokenLines(resultLines(layer, WIDE, state.look.symbols));
      return text(`result ${layer.title}`, `Result: ${spoken(layer.title)}. ${summaryOf(layer)}`, lines);
    }
    case "menu": {
      const item = layer.items[layer.index];
      const words =
        item === undefined ? "" : sentence([spoken(item.title), spoken(item.keys ?? ""), item.disabled ?? ""]);
      const focus = choice(layer.index, layer.items.length, words);
      return { ...text(`menu ${layer.title}`, `Menu: ${spoken(layer.title)}`, []), focus };
    }
    case "palette": {
      const entries = paletteEntries(app, layer);
      const entry = entries[layer.index];
      const words =
        entry === undefined ? "" : sentence([spoken(entry.title), spoken(entry.note), entry.disabled ?? ""]);
      const focus =
        entry === undefined
          ? { key: "none", text: "No match.", still: "No match." }
          : choice(layer.index, entries.length, words, entry.id);
      const heading = layer.of === "areas" ? "Find an area: type its name" : "Commands: type what to do";
      return { ...text(`palette ${layer.of}`, heading, []), focus, typed: layer.text };
    }
    case "columns": {
      const entries = entriesOf(app);
      const entry = entries[layer.index];
      const words =
        entry === undefined
          ? ""
          : sentence([
              entry.title.toLowerCase(),
              entry.shown ? "shown" : "hidden",
              entry.width === null ? "" : `${entry.width} wide`,
            ]);
      const focus = choice(layer.index, entries.length, words, `${entry?.id}`);
      return { ...text(`columns ${layer.area}`, spoken(layer.title), []), focus };
    }
    case "key":
      return text(`key ${layer.binding}`, "New key", spokenLines(keyLines(app, layer, WIDE)));
    case "help":
      return text(`help ${layer.filter}`, "Keys", shownOf(app, helpLines(app, layer), layer.top));
    case "raw":
      return text(
        `raw ${layer.title}`,
        `JSON: ${spoken(layer.title)}`,
        shownOf(
          app,
          layer.lines.map((line) => [{ text: line }]),
          layer.top,
        ),
      );
    case "page": {
      const page = shownPage(layer.page, state.session.zone);
      return text(`page ${page.title}`, spoken(page.title), shownOf(app, spokenPageLines(page, WIDE), layer.top));
    }
    case "activity":
      return text("activity", "Activity", shownOf(app, activityLines(app, layer, layerWidth(app)), layer.top));
    case "writes": {
      const arranged = writesIn(layer, state.session.zone);
      const id = selectedIn(layer, arranged);
      const place = positionOf(arranged, id);
      const row = id === null ? undefined : rowById(writesTable(layer.journal?.entries ?? [], state.session.zone), id);
      const words = row === undefined ? "" : sentence(Object.values(row.cells).map((cell) => spoken(cellText(cell))));
      const none = layer.journal === null ? "Reading." : "No changes.";
      const focus =
        id === null || place === undefined
          ? { key: "none", text: layer.failure ?? none, still: layer.failure ?? none }
          : choice(place, arranged.shown, words, id);
      return {
        ...text(`writes ${layer.filter}`, "Changes of all runs", (layer.journal?.warnings ?? []).map(spoken)),
        focus,
      };
    }
    case "write":
      return text(
        `write ${layer.id}`,
        `Change: ${spoken(writeTitle(app, layer.id))}`,
        shownOf(app, openWriteLines(app, layer, layerWidth(app)), layer.top),
      );
    case "comparison": {
      const arranged = comparisonIn(layer);
      const id = selectedIn(layer, arranged);
      const place = positionOf(arranged, id);
      const words = id === null ? "" : formatCompared(layer, id);
      const marked = id !== null && layer.marks.has(id) ? `${words}, marked` : words;
      const said = [
        comparisonCounts(layer),
        ...spokenLines(formatComparisonState(layer, arranged.shown, keyOf(app)).map((one) => [one])),
      ].filter((line) => line !== "");
      const focus = id === null || place === undefined ? null : choice(place, arranged.shown, marked, id);
      return { ...text(`comparison ${layer.filter}`, spoken(comparisonTitle(layer)), said), focus };
    }
    case "copying": {
      const { symbols } = state.look;
      const lines = [
        ...copyLines(layer, { width: WIDE, symbols, production: null }),
        ...copyFooter(layer, WIDE, keyOf(app)),
      ];
      const heading = sentence([`Review: copy to ${spoken(layer.here.name)}`, copySummary(layer)]);
      return {
        ...text(`copying ${layer.stage} ${layer.yes}`, heading, spokenLines(lines)),
        typed: takesProjectName(layer) ? layer.typed : null,
      };
    }
    case "difference": {
      const list = layerOf(state, "comparison");
      const title = list === undefined ? "" : differenceTitle(list, layer.id);
      const row = list === undefined ? undefined : comparedRow(list, layer.id);
      const lines =
        list === undefined || row === undefined
          ? openDifferenceLines(app, layer, layerWidth(app))
          : differenceSentences(row, sidesOf(list), WIDE, state.look.symbols);
      return text(`difference ${layer.id}`, spoken(title), shownOf(app, lines, layer.top));
    }
    case "filter": {
      const { focus } = below();
      return {
        key: `filter ${layer.of}`,
        heading: "Filter: type words",
        body: [],
        focus,
        typed: filterOf(app, layer.of),
      };
    }
  }
}
