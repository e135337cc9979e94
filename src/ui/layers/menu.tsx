import { Box } from "ink";
import type { ReactNode } from "react";
import { numberOf } from "../../app/layers/menu.ts";
import type { MenuLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useConsole } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Choices } from "./choices.tsx";
import type { LayerProps } from "./props.ts";

/** A menu over the main pane. */
export function MenuView({ layer, width, height }: LayerProps<MenuLayer>): ReactNode {
  const app = useConsole();
  const items = layer.items.map(({ keys = "", ...item }, index) => ({
    ...item,
    title: `${numberOf(app, index)} ${item.title}`,
    note: span(keys, "key"),
  }));
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={[span(layer.title, "title")]} right={[]} width={width} focused />
      <Choices items={items} index={layer.index} width={width} height={height - 1} />
    </Box>
  );
}
