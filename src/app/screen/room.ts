import { fits, isTooSmall, SMALLEST } from "../layout.ts";
import { coveringLayer, type Workspace } from "../workspace.ts";

/**
 * What has the keys and is not drawn for want of room: the whole console, or in a pane alone what lies over it; null where it is drawn. A
 * sentence stands in its place then, and the keys go by the same answer: nothing is done that nobody sees (`design.md`, screen).
 */
export type Undrawn = "console" | "layer" | null;

export function undrawnOf(workspace: Pick<Workspace, "columns" | "rows" | "hideSidebar" | "layers">): Undrawn {
  if (isTooSmall(workspace)) return "console";
  return coveringLayer(workspace.layers) !== undefined && !fits(workspace, SMALLEST) ? "layer" : null;
}
