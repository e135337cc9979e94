import { pluralize } from "../../text/format.ts";
import { joinTexts } from "../../text/present.ts";
import { asName, type Span, span, spansWidth } from "../../text/spans.ts";
import { widthOf, wrapped } from "../../text/width.ts";
import type { KeyOf } from "../keys/key-of.ts";
import type { ReviewLayer } from "../workspace.ts";
import { type AnswerKeys, answerKeys, type Question, questionOf } from "./answer.ts";
import { openChoicesIn } from "./conflict.ts";

/** Lines below a review that never scroll: the button that names its effect, or the reason why there is none. */

type Footer = readonly (readonly Span[])[];

/** A sentence below a review. */
export const said = (text: string, width: number, token: "bad" | "warn" | "dim" | "title"): Footer =>
  wrapped(text, width - 3).map((line) => [span(`  ${line}`, token)]);

/** Ways out of a failure, or safer ways than the write, with their key. */
function remedyLines({ remedies }: ReviewLayer, width: number, key: KeyOf): Footer {
  if (remedies.length === 0) return [];
  const lead = `  ${key("review.remedy")}`;
  const room = width - widthOf(lead) - 3;
  return wrapped(remedies.map(({ title }) => title).join(" · "), room).map((line, index) => [
    span(index === 0 ? lead : " ".repeat(widthOf(lead)), "key"),
    span(`  ${line}`, "title"),
  ]);
}

/** A question with its answer, which stands in a line of its own where the button is too long for both. */
function yesLines(button: string, isYes: boolean, width: number, { yes, no, send }: AnswerKeys): Footer {
  const answer = isYes
    ? [span("yes", "warn")]
    : [span(yes, "key"), span("/", "dim"), span(no.toUpperCase(), "key"), span("   no", "plain")];
  // Omitted if it does not fit: the hint line says it too.
  const how = isYes
    ? [span(`   ${send}`, "key"), span(" confirms", "dim")]
    : [span(`   (${yes}, then ${send})`, "dim")];
  const fits = (line: readonly Span[]): boolean => spansWidth(line) < width;
  const whole = [span(`  ${button}?  `, "title"), ...answer];
  if (fits(whole)) return [fits([...whole, ...how]) ? [...whole, ...how] : whole];
  return [...said(`${button}?`, width, "title"), [span("  "), ...answer, ...how]];
}

/** The button that sends, with what has to be answered first. @param why the reason why a name has to be typed, if it is said */
export function questionLines(
  question: Question,
  button: string,
  isYes: boolean,
  width: number,
  keys: AnswerKeys,
  why?: string,
): Footer {
  switch (question.kind) {
    case "plain":
      return [[span(`  ${keys.send}`, "key"), asName(span(`  ${button}`, "title"))]];
    case "yes":
      return yesLines(button, isYes, width, keys);
    case "name": {
      const order = `${button}: type ${question.name} exactly to confirm, then ${keys.send}.`;
      return said(joinTexts(" ", order, why), width, "warn");
    }
  }
}

function readyLines(layer: ReviewLayer, width: number, key: KeyOf): Footer {
  const question = questionOf(layer);
  if (question === null) return [[span(`  ${key("review.back")}`, "key"), span("  back to the form", "dim")]];
  const why = (question.kind === "name" ? question.because : null) ?? "This cannot be undone.";
  return questionLines(question, layer.review?.button ?? "", layer.yes, width, answerKeys(key, "review"), why);
}

/** Lines at the bottom. The input for a typed name is a separate line after them. */
export function footerLines(layer: ReviewLayer, width: number, key: KeyOf): Footer {
  switch (layer.stage) {
    case "reading":
      return said("Loading the current state …", width, "dim");
    case "sending":
      return said("Sending …", width, "dim");
    case "failed":
      return [
        ...said(layer.failure ?? "", width, "bad"),
        ...remedyLines(layer, width, key),
        [
          span(`  ${key("review.again")}`, "key"),
          span("  try again   ", "dim"),
          span(key("review.back"), "key"),
          span("  back", "dim"),
        ],
      ];
    case "unknown":
      return [
        ...said(layer.failure ?? "", width, "warn"),
        [span(`  ${key("review.look")}`, "key"), span("  check the current state (nothing is resent)", "dim")],
      ];
    case "conflict": {
      const open = openChoicesIn(layer);
      if (open > 0)
        return said(
          `Choose a value for ${pluralize(open, "field")}, then ${key("review.take-over")} continues to a new review.`,
          width,
          "dim",
        );
      return [
        [
          span(`  ${key("review.take-over")}`, "key"),
          span(
            `  continue with the ${layer.conflict?.choices === 0 ? "merged" : "chosen"} values to a new review`,
            "dim",
          ),
        ],
      ];
    }
    case "ready":
      return [...remedyLines(layer, width, key), ...readyLines(layer, width, key)];
  }
}
