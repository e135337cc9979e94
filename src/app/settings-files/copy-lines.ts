import { settingHeading } from "../../forms/settings-file/setting-title.ts";
import { labelled, pluralize } from "../../text/format.ts";
import { printable } from "../../text/printable.ts";
import { type Span, span } from "../../text/spans.ts";
import type { Token } from "../../text/token.ts";
import { hung, wrapped } from "../../text/width.ts";
import type { KeyOf } from "../keys/key-of.ts";
import { answerKeys } from "../review/answer.ts";
import { questionLines, said } from "../review/footer.ts";
import { changesLines } from "../review/lines.ts";
import { RESULT_LOOKS, type ResultLook } from "../review/result-lines.ts";
import type { Symbols } from "../symbols.ts";
import type { CopyingLayer } from "../workspace.ts";
import { questionOfCopy } from "./copy-question.ts";
import { type ApplyResult, isApplied, type PreparedSetting } from "./types.ts";

/** Review of a copy, with a part for each setting, and its results, with a line for each. */

type Lines = readonly (readonly Span[])[];

const titleOf = ({ item }: PreparedSetting): string =>
  printable(settingHeading({ ...item, title: item.of.file.title }));

const marked = (mark: string, text: string, width: number, token: Token): Lines =>
  hung(`${mark} `, text, width - 6).map((line) => [span("    "), span(line, token)]);

function settingLines(prepared: PreparedSetting, width: number, symbols: Symbols): Lines {
  const { item, warnings, facts, changes, obstacles, isWaiting } = prepared;
  const isNew = item.action === "create";
  return [
    [
      span(` ${isNew ? "+" : "~"} `, isNew ? "added" : "changed"),
      span(titleOf(prepared), "title"),
      span(isNew ? "  is created" : "  is changed", "dim"),
    ],
    ...changesLines(changes, { width: width - 2, symbols }).map((line) => [span("  "), ...line]),
    ...warnings.flatMap((warning) => marked("!", warning, width, "warn")),
    ...(isWaiting ? obstacles.flatMap((words) => marked("!", words, width, "warn")) : []),
    ...facts.flatMap(({ label, value }) => marked(symbols.bullet, labelled(label, value), width, "dim")),
    [],
  ];
}

const RESULTS: Readonly<Record<ApplyResult["kind"], ResultLook>> = {
  ...RESULT_LOOKS,
  already: { ...RESULT_LOOKS.done, word: "is as wanted already" },
  conflict: { ...RESULT_LOOKS.refused, word: "changed meanwhile: nothing was sent" },
};

function resultLines(
  prepared: PreparedSetting,
  result: ApplyResult | undefined,
  width: number,
  symbols: Symbols,
): Lines {
  if (result === undefined) return [[span(`   ${titleOf(prepared)}`), span("  waiting", "dim")]];
  const { mark, token, word } = RESULTS[result.kind];
  const words = "words" in result ? [result.words, ...(result.kind === "conflict" ? result.fields : [])] : [];
  return [
    [span(` ${mark(symbols)} `, token), span(titleOf(prepared)), span(`  ${word}`, token)],
    ...words.flatMap((text) => wrapped(text, width - 6).map((line) => [span(`     ${line}`, "dim")])),
  ];
}

/** Number of settings, source and target, in a sentence. */
function copySentence({ here, from, copy }: CopyingLayer): string {
  const where = `from ${from} to ${here.name}`;
  return copy !== null && copy.problems.length > 0
    ? `These cannot be copied ${where} as they are:`
    : `Copies ${pluralize(copy?.prepared.length ?? 0, "setting")} ${where}.`;
}

/** @param production target of the copy, in words, for a production profile */
export function copyLines(
  layer: CopyingLayer,
  {
    width,
    symbols,
    production,
  }: { readonly width: number; readonly symbols: Symbols; readonly production: string | null },
): Lines {
  const { stage, copy, results } = layer;
  if (copy === null) return [];
  if (stage === "sending" || stage === "done") {
    return copy.prepared.flatMap((one) =>
      resultLines(one, results.find(({ prepared }) => prepared === one)?.result, width, symbols),
    );
  }
  const paragraph = (text: string, token: Token): Lines =>
    wrapped(text, width - 4).map((line) => [span("  "), span(line, token)]);
  return [
    ...paragraph(printable(copySentence(layer)), "plain"),
    ...(production === null ? [] : paragraph(`! Production: ${production}`, "critical")),
    ...copy.problems.flatMap((words) => marked("!", words, width, "bad")),
    [],
    ...copy.prepared.flatMap((one) => settingLines(one, width, symbols)),
  ];
}

/** `2 of 3 done, 1 refused` */
export function copySummary({ results, copy, stage }: CopyingLayer): string {
  const total = copy?.prepared.length ?? 0;
  const done = results.filter(({ result }) => isApplied(result)).length;
  const others = results.length - done;
  const rest = others === 0 ? "" : `, ${others} not`;
  return stage === "sending" || stage === "done" ? `${done} of ${total} done${rest}` : "";
}

/** Lines below the review that never scroll. */
export function copyFooter(layer: CopyingLayer, width: number, key: KeyOf): Lines {
  switch (layer.stage) {
    case "reading":
      return said("Loading the current state …", width, "dim");
    case "failed":
      return said(layer.failure ?? "", width, "bad");
    case "sending":
      return said("Sending …", width, "dim");
    case "done":
      return [[span(`  ${key("copying.done")}`, "key"), span("  back to the comparison, read again", "dim")]];
    case "ready":
      return readyLines(layer, width, key);
  }
}

function readyLines(layer: CopyingLayer, width: number, key: KeyOf): Lines {
  const question = questionOfCopy(layer);
  const button = `Copy ${pluralize(layer.copy?.prepared.length ?? 0, "setting")}`;
  if (question !== null) return questionLines(question, button, layer.yes, width, answerKeys(key, "copying"));
  const back = key("copying.back");
  return said(
    layer.copy?.problems.length === 0
      ? `Nothing to send: what the other side does not set stays as it is here. ${back} goes back.`
      : `Nothing can be sent like this. ${back} goes back: unselect what stands above.`,
    width,
    "warn",
  );
}
