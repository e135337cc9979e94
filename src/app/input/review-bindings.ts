import type { Remedy } from "../../areas/model/effect.ts";
import { type App, type Binding, changeLayer, closeLayer, layerNow, openMenu } from "../app.ts";
import { copyText } from "../copy.ts";
import { takeRemedy } from "../effects/take-remedy.ts";
import { bindingsIn } from "../keys/bindings-in.ts";
import { keyOf } from "../keys/key-of.ts";
import { moveBindings } from "../keys/move-bindings.ts";
import { missingAnswer, type Question, questionOf, takesName } from "../review/answer.ts";
import { answerBindings } from "../review/answer-bindings.ts";
import { chooseSide, moveInConflict, openChoicesOf, takeOver } from "../review/conflict.ts";
import { readReview } from "../review/open.ts";
import { lookNow, send } from "../review/send.ts";
import { writesOf } from "../review/source.ts";
import type { ReviewLayer } from "../workspace.ts";
import { openHelp } from "./global-bindings.ts";

/** Keys of a review. While a name is typed, letters go into it, and the same commands use Alt. */

const scope = "review" as const;

const inStage =
  (...stages: readonly ReviewLayer["stage"][]) =>
  (app: App): boolean => {
    const layer = layerNow(app, "review");
    return layer !== undefined && stages.includes(layer.stage);
  };

/** True in a conflict where both sides changed a field, so that a value has to be chosen. */
const choosesSides = (app: App): boolean =>
  inStage("conflict")(app) && (layerNow(app, "review")?.conflict?.choices ?? 0) > 0;

const questionNow = (app: App): Question | null => {
  const layer = layerNow(app, "review");
  return layer === undefined ? null : questionOf(layer);
};

const asks =
  (kind: Question["kind"]) =>
  (app: App): boolean =>
    questionNow(app)?.kind === kind;

const hasRequest = (app: App): boolean => {
  const layer = layerNow(app, "review");
  return layer?.review != null && !layer.review.nothing && !takesName(layer);
};

const remediesNow = (app: App): readonly Remedy[] => layerNow(app, "review")?.remedies ?? [];

/** Opens the remedy, or lists them where there are several. */
function chooseRemedy(app: App): void {
  const [only, ...others] = remediesNow(app);
  if (only === undefined) return;
  if (others.length === 0) {
    takeRemedy(app, only);
    return;
  }
  openMenu(
    app,
    "Alternatives",
    [only, ...others].map((remedy) => ({
      id: remedy.title,
      title: remedy.title,
      run: () => takeRemedy(app, remedy),
    })),
  );
}

const change = (app: App, part: Partial<ReviewLayer>): void =>
  changeLayer(app, "review", (layer) => ({ ...layer, ...part }));

const scroll = (app: App, by: number): void =>
  changeLayer(app, "review", (layer) => ({ ...layer, top: Math.max(0, layer.top + by) }));

const PAGE = 8;

const showWhole = (app: App): void =>
  changeLayer(app, "review", (layer) => ({ ...layer, whole: !layer.whole, top: 0 }));

/** Copies the request (the first of several) as a curl command, with variables in place of secrets. */
function copy(app: App): void {
  const layer = layerNow(app, "review");
  const writes = layer?.review == null ? [] : writesOf(layer.source, layer.review, layer.current);
  const first = writes.find(({ body }) => body !== null) ?? writes[0];
  if (first === undefined) return;
  const { operation, params, query = {}, body } = first;
  const text = app.host.curl({ operation, params, query, body });
  copyText(app, text);
}

const deciding = bindingsIn(scope, [
  ...answerBindings({
    scope,
    question: questionNow,
    answer: (app, yes) => change(app, { yes }),
    missing: (app) => {
      const layer = layerNow(app, "review");
      return layer === undefined ? null : missingAnswer(layer, keyOf(app));
    },
    send,
  }),
  {
    id: "review.take-over",
    keys: ["enter"],
    title: "Continue with the selection",
    hint: "continue",
    when: inStage("conflict"),
    disabledReason: (app) => {
      const open = openChoicesOf(app);
      return open === 0 ? null : `choose a value for ${open === 1 ? "one more field" : `${open} more fields`} first`;
    },
    run: takeOver,
  },
  {
    id: "review.theirs",
    keys: ["left"],
    title: "Use the current value of the service",
    hint: "use current",
    when: choosesSides,
    run: (app) => chooseSide(app, "theirs"),
  },
  {
    id: "review.mine",
    keys: ["right"],
    title: "Use your value",
    hint: "use yours",
    when: choosesSides,
    run: (app) => chooseSide(app, "mine"),
  },
  {
    id: "review.look",
    keys: ["enter"],
    title: "Check the current state",
    hint: "check state",
    when: inStage("unknown"),
    run: lookNow,
  },
  {
    id: "review.remedy",
    keys: ["ctrl+g"],
    title: "Use the suggested alternative",
    hint: "use alternative",
    when: (app) => inStage("failed", "ready")(app) && remediesNow(app).length > 0,
    run: chooseRemedy,
  },
  {
    id: "review.again",
    keys: ["r"],
    title: "Reload",
    hint: "try again",
    when: inStage("failed"),
    run: readReview,
  },
]);

const looking = bindingsIn(scope, [
  {
    id: "review.whole",
    keys: ["v"],
    title: "Show or hide full values and the whole request",
    hint: "full view",
    when: hasRequest,
    run: showWhole,
  },
  { id: "review.copy", keys: ["c"], title: "Copy as curl", hint: "copy as curl", when: hasRequest, run: copy },
  {
    id: "review.copy-y",
    keys: ["y"],
    title: "Copy as curl (without a y/n question)",
    when: (app) => hasRequest(app) && !asks("yes")(app),
    run: copy,
  },
  {
    id: "review.whole-typing",
    keys: ["alt+v"],
    title: "Show full values (while typing a name)",
    hint: "full view",
    when: asks("name"),
    run: showWhole,
  },
  {
    id: "review.copy-typing",
    keys: ["alt+c"],
    title: "Copy as curl (while typing a name)",
    hint: "copy as curl",
    when: asks("name"),
    run: copy,
  },
  // The last hint is kept where there is no room for all.
  {
    id: "review.back",
    keys: ["escape"],
    title: "Back; nothing is sent",
    hint: "back",
    disabledReason: (app) => (inStage("sending")(app) ? "sending; wait for the response" : null),
    run: (app) => closeLayer(app, "review"),
  },
  ...moveBindings(scope, (app, by) => (choosesSides(app) ? moveInConflict : scroll)(app, by), [
    ["down", ["down"], "Down", 1],
    ["up", ["up"], "Up", -1],
  ]),
  ...moveBindings(scope, scroll, [
    ["page-down", ["pagedown"], "Page down", PAGE],
    ["page-up", ["pageup"], "Page up", -PAGE],
  ]),
  { id: "review.help", keys: ["f1"], title: "All keys", run: openHelp },
  {
    id: "review.help-letter",
    keys: ["?"],
    title: "All keys",
    when: (app) => !asks("name")(app),
    run: openHelp,
  },
]);

export const reviewBindings: readonly Binding[] = [...deciding, ...looking];
