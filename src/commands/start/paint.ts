import { aroundText } from "../../app/sgr.ts";
import type { Theme } from "../../app/theme.ts";
import { printable } from "../../text/printable.ts";
import type { Span } from "../../text/spans.ts";

/** One line with escape sequences; every span ends without attributes, as it began. */
export const paintedLine = (line: readonly Span[], { looks, spell }: Pick<Theme, "looks" | "spell">): string =>
  line
    .map(({ text, token = "plain" }) => {
      const [before, behind] = aroundText(looks[token]);
      return before + spell(printable(text)) + behind;
    })
    .join("");
