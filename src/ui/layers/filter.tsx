import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { type Console, popLayer, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { caretIn, typeIn } from "../keys/typed.ts";
import { ShortField } from "../text/field.tsx";
import { type FilterLayer, layerOf } from "../workspace.ts";
import { filterOf, setFilter } from "./filtered.ts";
import type { LayerProps } from "./props.ts";

/** The filter of a list or of the page of keys, typed in the last line while what is filtered follows each letter. */

export function openFilter(console: Console, of: FilterLayer["of"] = "list"): void {
  const before = filterOf(console, of);
  if (before !== null) pushLayer(console, { kind: "filter", of, before });
}

export function filterBindings(): readonly Binding[] {
  return [
    {
      id: "filter.keep",
      keys: ["enter", "tab", "down"],
      title: "Keep the filter",
      hint: "keep",
      scope: "filter",
      run: popLayer,
    },
    {
      id: "filter.undo",
      keys: ["escape"],
      title: "Back to the filter before",
      hint: "undo",
      scope: "filter",
      run: (console) => {
        const layer = layerOf(console.workspace.getState(), "filter");
        if (layer !== undefined) setFilter(console, layer.of, layer.before);
        popLayer(console);
      },
    },
  ];
}

/** Before the text. */
const LEAD = 3;

const PLACEHOLDERS: Readonly<Record<FilterLayer["of"], string>> = {
  list: "text   !text not   column:text   Enter keep   Esc undo",
  help: "a key, or part of what it does   Enter keep   Esc undo",
};

/** The line at the bottom in which the filter is typed. */
export function FilterView({
  console,
  look,
  layer,
  width,
}: Pick<LayerProps<FilterLayer>, "console" | "look" | "layer" | "width">): ReactNode {
  const filter = filterOf(console, layer.of);
  if (filter === null) return null;
  return (
    <Box width={width} height={1}>
      <Text {...look.theme.looks.accent}> / </Text>
      <ShortField
        text={filter}
        caret={caretIn(filter, layer.caret)}
        width={width - LEAD}
        theme={look.theme}
        placeholder={PLACEHOLDERS[layer.of]}
        onType={(text) => typeIn(console, text)}
      />
    </Box>
  );
}
