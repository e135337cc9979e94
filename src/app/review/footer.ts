import { pluralize } from "../../text/format.ts";
import { type Span, span, spansWidth } from "../../text/spans.ts";
import { wrapped } from "../../text/width.ts";
import type { ReviewLayer } from "../workspace.ts";
import { questionOf } from "./answer.ts";
import { openChoicesIn } from "./conflict.ts";

/** Lines below a review that never scroll: the button that names its effect, or the reason why there is none. */

type Footer = readonly (readonly Span[])[];

const said = (text: string, width: number, token: "bad" | "warn" | "dim" | "title"): Footer =>
  wrapped(text, width - 3).map((line) => [span(`  ${line}`, token)]);

/** Ways out of a failure, or safer ways than the write, with their key. */
const remedyLines = ({ remedies }: ReviewLayer, width: number): Footer =>
  remedies.length === 0
    ? []
    : wrapped(remedies.map(({ title }) => title).join(" · "), width - 11).map((line, index) => [
        span(index === 0 ? "  Ctrl-G" : "        ", "key"),
        span(`  ${line}`, "title"),
      ]);

/** A question with its answer, which stands in a line of its own where the button is too long for both. */
export function yesLines(button: string, isYes: boolean, width: number): Footer {
  const answer = isYes
    ? [span("yes", "warn")]
    : [span("y", "key"), span("/", "dim"), span("N", "key"), span("   no", "plain")];
  // Omitted if it does not fit: the hint line says it too.
  const how = isYes ? [span("   Enter", "key"), span(" confirms", "dim")] : [span("   (y, then Enter)", "dim")];
  const fits = (line: readonly Span[]): boolean => spansWidth(line) < width;
  const whole = [span(`  ${button}?  `, "title"), ...answer];
  if (fits(whole)) return [fits([...whole, ...how]) ? [...whole, ...how] : whole];
  return [...said(`${button}?`, width, "title"), [span("  "), ...answer, ...how]];
}

function readyLines(layer: ReviewLayer, width: number): Footer {
  const question = questionOf(layer);
  const button = layer.review?.button ?? "";
  if (question === null) return [[span("  Esc", "key"), span("  back to the form", "dim")]];
  switch (question.kind) {
    case "plain":
      return [[span("  Enter", "key"), span(`  ${button}`, "title")]];
    case "yes":
      return yesLines(button, layer.yes, width);
    case "name":
      return said(
        `${button}: type ${question.name} exactly to confirm, then Enter. ${question.because ?? "This cannot be undone."}`,
        width,
        "warn",
      );
  }
}

/** Lines at the bottom. The input for a typed name is a separate line after them. */
export function footerLines(layer: ReviewLayer, width: number): Footer {
  switch (layer.stage) {
    case "reading":
      return said("Loading the current state …", width, "dim");
    case "sending":
      return said("Sending …", width, "dim");
    case "failed":
      return [
        ...said(layer.failure ?? "", width, "bad"),
        ...remedyLines(layer, width),
        [span("  r", "key"), span("  try again   ", "dim"), span("Esc", "key"), span("  back", "dim")],
      ];
    case "unknown":
      return [
        ...said(layer.failure ?? "", width, "warn"),
        [span("  Enter", "key"), span("  check the current state (nothing is resent)", "dim")],
      ];
    case "conflict": {
      const open = openChoicesIn(layer);
      if (open > 0)
        return said(
          `Choose a value for ${pluralize(open, "field")}, then Enter continues to a new review.`,
          width,
          "dim",
        );
      return [
        [
          span("  Enter", "key"),
          span(
            `  continue with the ${layer.conflict?.choices === 0 ? "merged" : "chosen"} values to a new review`,
            "dim",
          ),
        ],
      ];
    }
    case "ready":
      return [...remedyLines(layer, width), ...readyLines(layer, width)];
  }
}
