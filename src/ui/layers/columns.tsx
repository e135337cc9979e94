import { Box } from "ink";
import { type ReactNode, useMemo } from "react";
import { columnEntries } from "../../app/preferences/columns.ts";
import type { ColumnsLayer } from "../../app/workspace.ts";
import { span } from "../../text/spans.ts";
import { useConsole, useConsoleState } from "../console-context.ts";
import { Title } from "../shell/title.tsx";
import { Choices } from "./choices.tsx";
import type { LayerProps } from "./props.ts";

const NO_COLUMNS: readonly never[] = [];

/** Chooser for the columns of the list beside it. */
export function ColumnsView({ layer, width, height }: LayerProps<ColumnsLayer>): ReactNode {
  const app = useConsole();
  const columns = useConsoleState((state) => app.selectors.list(state)?.model.columns ?? NO_COLUMNS);
  const chosen = useConsoleState((state) => state.preferences.columns[layer.area]);
  const items = useMemo(
    () =>
      columnEntries(columns, chosen).map(({ id, title, shown, width: wide }) => ({
        id,
        title: `${shown ? "[x]" : "[ ]"} ${title.toLowerCase()}`,
        note: span(shown && wide !== null ? `${wide} wide` : "", "key"),
      })),
    [columns, chosen],
  );
  return (
    <Box flexDirection="column" width={width} height={height}>
      <Title title={[span(layer.title, "title")]} right={[]} width={width} focused />
      <Choices items={items} index={layer.index} width={width} height={height - 1} />
    </Box>
  );
}
