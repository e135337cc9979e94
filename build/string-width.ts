import { loadStringWidth } from "./load-string-width.ts";
import { COLOURS, PLAIN_TEXT } from "./plain.ts";

type Measure = (text: string, options?: { readonly countAnsiEscapeCodes?: boolean }) => number;

let measure: Measure | undefined;

/** Width in cells, the same as from `string-width`; that package is only called for texts that are not plain. */
const stringWidth: Measure = (text, options) => {
  if (typeof text === "string" && options === undefined) {
    if (PLAIN_TEXT.test(text)) return text.length;
    const bare = text.replace(COLOURS, "");
    if (PLAIN_TEXT.test(bare)) return bare.length;
  }
  measure ??= loadStringWidth();
  return measure(text, options);
};

// biome-ignore lint/style/noDefaultExport: it stands in for a package that has one
export default stringWidth;
