import { Box, Text } from "ink";
import type { ReactNode } from "react";
import { type Console, popLayer, pushLayer } from "../console.ts";
import type { Binding } from "../keys/binding.ts";
import { caretIn, typeIn } from "../keys/typed.ts";
import { ShortField } from "../text/field.tsx";
import { type FilterLayer, layerOf } from "../workspace.ts";
import type { LayerProps } from "./props.ts";

/** The filter of a list, typed in the last line while the list follows each letter. */

export function openFilter(console: Console): void {
  const list = console.screens.list(console.store.getState());
  if (list !== null) pushLayer(console, { kind: "filter", before: list.view.filter });
}

export function filterBindings(): readonly Binding[] {
  const setFilter = (console: Console, filter: string): void => {
    const list = console.screens.list(console.store.getState());
    if (list !== null) console.store.views.setFilter(list.viewKey, filter);
  };
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
        setFilter(console, layerOf(console.workspace.getState(), "filter")?.before ?? "");
        popLayer(console);
      },
    },
  ];
}

/** Before the text. */
const LEAD = 3;

/** The line at the bottom in which the filter is typed. */
export function FilterView({
  console,
  look,
  layer,
  width,
}: Pick<LayerProps<FilterLayer>, "console" | "look" | "layer" | "width">): ReactNode {
  const list = console.screens.list(console.store.getState());
  if (list === null) return null;
  return (
    <Box width={width} height={1}>
      <Text {...look.theme.looks.accent}> / </Text>
      <ShortField
        text={list.view.filter}
        caret={caretIn(list.view.filter, layer.caret)}
        width={width - LEAD}
        theme={look.theme}
        placeholder="text   !text not   column:text   Enter keep   Esc undo"
        onType={(text) => typeIn(console, text)}
      />
    </Box>
  );
}
