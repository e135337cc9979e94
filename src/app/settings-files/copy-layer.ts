import { type App, changeLayer, closeLayer, layerNow, pushLayer } from "../app.ts";
import { errorText } from "../error-text.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyOf } from "../keys/key-of.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import { selectedIn } from "../layers/list-layer.ts";
import { refusesChange } from "../read-only.ts";
import { answerBindings } from "../review/answer-bindings.ts";
import { type CopyingLayer, layerOf } from "../workspace.ts";
import type { ComparedRow } from "./compared-rows.ts";
import { canBeCopied, comparedRow, comparisonIn, nameOfOther, readComparison } from "./comparison-layer.ts";
import { missingCopyAnswer, questionOfCopy } from "./copy-question.ts";

/** Copies marked settings here: a review with a part for each, and results with a line for each. */

/** The marked rows, otherwise the selected one, as far as they can be copied. */
function chosenRows(app: App): readonly ComparedRow[] {
  const layer = layerNow(app, "comparison");
  if (layer === undefined) return [];
  const selected = selectedIn(layer, comparisonIn(layer));
  const ids = layer.marks.size > 0 ? [...layer.marks] : selected === null ? [] : [selected];
  return ids.flatMap((id) => comparedRow(layer, id) ?? []).filter((row) => canBeCopied(layer, row));
}

/** Opens the review of the copy. */
function openCopy(app: App): void {
  if (refusesChange(app, () => "Copy settings")) return;
  const rows = chosenRows(app);
  const state = app.store.getState();
  const comparison = layerOf(state, "comparison");
  if (comparison === undefined) return;
  const reading = {};
  pushLayer(app, {
    kind: "copying",
    here: comparison.here,
    from: nameOfOther(comparison.with),
    stage: "reading",
    reading,
    epoch: state.session.epoch,
    copy: null,
    results: [],
    failure: null,
    top: 0,
    typed: "",
    yes: false,
  });
  const put = (part: Partial<CopyingLayer>): void =>
    changeLayer(app, "copying", (now) => (now.reading === reading ? { ...now, ...part } : now));
  import("./copying.ts")
    .then(({ prepareCopy }) => prepareCopy(app, comparison.here, rows, comparison.answers))
    .then(
      (copy) => put({ stage: "ready", copy }),
      (error: unknown) => put({ stage: "failed", failure: errorText(error) }),
    );
}

/** Sends the reviewed copy if it was confirmed as its risk requires. */
async function send(app: App): Promise<void> {
  const layer = layerNow(app, "copying");
  if (layer === undefined || layer.copy === null || missingCopyAnswer(layer, keyOf(app)) !== null) return;
  const put = (change: (now: CopyingLayer) => CopyingLayer): void =>
    changeLayer(app, "copying", (now) => (now.copy === layer.copy ? change(now) : now));
  if (app.store.getState().session.epoch !== layer.epoch) {
    put((now) => ({ ...now, stage: "failed", failure: "Not sent: the profile changed since this was opened." }));
    return;
  }
  put((now) => ({ ...now, stage: "sending", top: 0 }));
  const fail = (failure: string): void => put((now) => ({ ...now, stage: "failed", failure }));
  let turn: { readonly end: () => void } | null = null;
  try {
    turn = await app.host.takeSettingsTurn(layer.here.id);
    if (turn === null) {
      fail(
        `Not sent: another Sextant on this machine is changing settings of ${layer.here.name}. Wait until it has ended.`,
      );
      return;
    }
    const { sendCopy } = await import("./copying.ts");
    await sendCopy(app, layer.copy, (applied) => put((now) => ({ ...now, results: [...now.results, applied] })));
    put((now) => ({ ...now, stage: "done" }));
  } catch (error) {
    fail(errorText(error));
  } finally {
    turn?.end();
  }
}

/** Returns to the comparison, which is read again if anything was sent. */
function close(app: App): void {
  const isOver = (layerNow(app, "copying")?.results.length ?? 0) > 0;
  closeLayer(app, "copying");
  if (!isOver) return;
  changeLayer(app, "comparison", (layer) => ({ ...layer, marks: new Set() }));
  readComparison(app);
}

const scope = "copying";

const PAGE = 8;

const scroll = (app: App, by: number): void =>
  changeLayer(app, "copying", (layer) => ({ ...layer, top: Math.max(0, layer.top + by) }));

export const copyBindings = bindingsIn(scope, [
  {
    id: "comparison.copy",
    keys: ["c"],
    title: "Copy the selection here (with review)",
    hint: "copy here",
    scope: "comparison",
    disabledReason: (app) => (chosenRows(app).length > 0 ? null : "nothing that can be copied is selected"),
    run: openCopy,
  },
  ...answerBindings({
    scope,
    question: (app) => {
      const layer = layerNow(app, "copying");
      return layer === undefined ? null : questionOfCopy(layer);
    },
    answer: (app, yes) => changeLayer(app, "copying", (layer) => ({ ...layer, yes })),
    missing: (app) => {
      const layer = layerNow(app, "copying");
      return layer === undefined ? null : missingCopyAnswer(layer, keyOf(app));
    },
    send: (app) => void send(app),
  }),
  {
    id: "copying.done",
    keys: ["enter"],
    title: "Back to the comparison",
    hint: "back",
    when: (app) => layerNow(app, "copying")?.stage === "done",
    run: close,
  },
  {
    id: "copying.back",
    keys: ["escape"],
    title: "Back; nothing is sent",
    hint: "back",
    disabledReason: (app) => (layerNow(app, "copying")?.stage === "sending" ? "sending; wait for the response" : null),
    run: close,
  },
  ...moveBindings(scope, scroll, [
    ["down", ["down"], "Down", 1],
    ["up", ["up"], "Up", -1],
    ["page-down", ["pagedown"], "Page down", PAGE],
    ["page-up", ["pageup"], "Page up", -PAGE],
  ]),
]);
