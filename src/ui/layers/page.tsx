import { type ReactNode, useMemo } from "react";
import { pageLines, shownPage } from "../../app/layers/page.ts";
import type { PageLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useConsoleState } from "../console-context.ts";
import type { LayerProps } from "./props.ts";
import { ScrolledText } from "./scrolled-text.tsx";

export function PageView({ layer, width, height }: LayerProps<PageLayer>): ReactNode {
  const page = useConsoleState(({ session }) => shownPage(layer.page, session.zone));
  const lines = useMemo(() => pageLines(page, width), [page, width]);
  return (
    <ScrolledText title={[span(page.title, "title")]} lines={lines} top={layer.top} width={width} height={height} />
  );
}
