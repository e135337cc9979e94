import { memo, type ReactNode } from "react";
import { type TitleInput, titleLine } from "../../app/shell/title-line.ts";
import { areSameSpans } from "../../text/spans.ts";
import { useLook } from "../console-context.ts";
import { Line } from "../text/line.tsx";

type TitleProps = Omit<TitleInput, "symbols">;

const isSame = (one: TitleProps, other: TitleProps): boolean =>
  one.width === other.width &&
  one.focused === other.focused &&
  areSameSpans(one.title, other.title) &&
  areSameSpans(one.right, other.right);

/** Titled rule over a pane. Memoised, so that moving the selection does not re-render it. */
export const Title = memo(function Title(line: TitleProps): ReactNode {
  const { theme, symbols } = useLook();
  return <Line theme={theme} width={line.width} spans={titleLine({ ...line, symbols })} />;
}, isSame);
