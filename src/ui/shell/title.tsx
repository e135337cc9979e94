import type { ReactNode } from "react";
import { areSameSpans, useSteady } from "../screen/steady.ts";
import { Line } from "../text/line.tsx";
import type { Theme } from "../theme.ts";
import { type TitleInput, titleLine } from "./title-line.ts";

/** The titled rule over a pane. */
export function Title({ theme, ...line }: TitleInput & { readonly theme: Theme }): ReactNode {
  const keep = useSteady(areSameSpans);
  return <Line theme={theme} width={line.width} spans={keep(titleLine(line))} />;
}
