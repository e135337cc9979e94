import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { typeIn } from "../../app/input/typed.ts";
import { keyOf } from "../../app/keys/key-of.ts";
import { filterOf } from "../../app/layers/filtered.ts";
import { caretIn } from "../../app/text/typed-text.ts";
import type { FilterLayer } from "../../app/workspace.ts";
import { useConsole, useLook } from "../console-context.ts";
import { ShortField } from "../text/field.tsx";
import type { LayerProps } from "./props.ts";

/** Cells before the text. */
const LEAD = 3;

const OF_COLUMNS = "text   !exclude   column:text";

/** What can be typed. */
const PLACEHOLDERS: Readonly<Record<FilterLayer["of"], string>> = {
  list: OF_COLUMNS,
  help: "key or description",
  activity: "text",
  writes: OF_COLUMNS,
  comparison: OF_COLUMNS,
};

/** Input line of the filter at the bottom of the screen. */
export function FilterView({ layer, width }: Pick<LayerProps<FilterLayer>, "layer" | "width">): ReactNode {
  const app = useConsole();
  const look = useLook();
  const key = keyOf(app);
  const filter = filterOf(app, layer.of);
  if (filter === null) return null;
  return (
    <Box width={width} height={1}>
      <Text {...look.theme.looks.accent}> / </Text>
      <ShortField
        text={filter}
        caret={caretIn(filter, layer.caret)}
        width={width - LEAD}
        theme={look.theme}
        placeholder={`${PLACEHOLDERS[layer.of]}   ${key("filter.keep")} keep   ${key("filter.undo")} undo`}
        onType={(text) => typeIn(app, text)}
      />
    </Box>
  );
}
