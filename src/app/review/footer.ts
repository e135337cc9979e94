import { type Span, span, spansWidth } from "../../text/spans.ts";
import { wrapped } from "../../text/width.ts";
import type { ReviewLayer } from "../workspace.ts";
import { questionOf } from "./answer.ts";

/** Lines below a review that never scroll: the button that names its effect, or the reason why there is none. */

type Footer = readonly (readonly Span[])[];

const said = (text: string, width: number, token: "bad" | "warn" | "dim"): Footer =>
  wrapped(text, width - 3).map((line) => [span(`  ${line}`, token)]);

function readyLines(layer: ReviewLayer, width: number): Footer {
  const question = questionOf(layer);
  const button = layer.review?.button ?? "";
  if (question === null) return [[span("  Esc", "key"), span("  back to the form", "dim")]];
  switch (question.kind) {
    case "plain":
      return [[span("  Enter", "key"), span(`  ${button}`, "title")]];
    case "yes": {
      if (layer.yes)
        return [
          [span(`  ${button}?  `, "title"), span("yes", "warn"), span("   Enter", "key"), span(" confirms", "dim")],
        ];
      const prompt = [
        span(`  ${button}?  `, "title"),
        span("y", "key"),
        span("/", "dim"),
        span("N", "key"),
        span("   no", "plain"),
      ];
      const how = span("   (y, then Enter)", "dim");
      // Omitted if it does not fit: the hint line says it too.
      return [spansWidth([...prompt, how]) < width ? [...prompt, how] : prompt];
    }
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
        ...(layer.remedy === null ? [] : [[span("  Ctrl-G", "key"), span(`  ${layer.remedy.title}`, "title")]]),
        [span("  r", "key"), span("  try again   ", "dim"), span("Esc", "key"), span("  back", "dim")],
      ];
    case "unknown":
      return [
        ...said(layer.failure ?? "", width, "warn"),
        [span("  Enter", "key"), span("  check the current state (nothing is resent)", "dim")],
      ];
    case "conflict":
      return [
        [
          span("  Enter", "key"),
          span(
            `  continue with the ${layer.conflict?.choices === 0 ? "merged" : "chosen"} values to a new review`,
            "dim",
          ),
        ],
      ];
    case "ready":
      return readyLines(layer, width);
  }
}
