import { memo, type ReactNode } from "react";
import { type TitleInput, titleLine } from "../../app/shell/title-line.ts";
import type { Theme } from "../../app/theme.ts";
import { areSameSpans } from "../../text/spans.ts";
import { Line } from "../text/line.tsx";

type TitleProps = TitleInput & { readonly theme: Theme };

const isSame = (one: TitleProps, other: TitleProps): boolean =>
  one.width === other.width &&
  one.focused === other.focused &&
  one.theme === other.theme &&
  one.symbols === other.symbols &&
  areSameSpans(one.title, other.title) &&
  areSameSpans(one.right, other.right);

/** Titled rule over a pane. Memoised, so that moving the selection does not re-render it. */
export const Title = memo(function Title({ theme, ...line }: TitleProps): ReactNode {
  return <Line theme={theme} width={line.width} spans={titleLine(line)} />;
}, isSame);
