import type { ReactNode } from "react";
import { Line } from "../text/line.tsx";
import type { Theme } from "../theme.ts";
import { type TitleInput, titleLine } from "./title-line.ts";

/** The titled rule over a pane. */
export function Title({ theme, ...line }: TitleInput & { readonly theme: Theme }): ReactNode {
  return <Line theme={theme} width={line.width} spans={titleLine(line)} />;
}
