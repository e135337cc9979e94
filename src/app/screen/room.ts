import { fits, isTooSmall, SMALLEST } from "../layout.ts";
import { coveringLayer, type Workspace } from "../workspace.ts";

/**
 * The focused part of the screen that is not drawn: the whole console or, without the sidebar, the layer if space is short; a layer that threw while
 * it was drawn; null if all is drawn. A sentence is shown in its place, and keys follow the same result: nothing happens that nobody sees
 * (`design.md`, screen).
 */
export type Undrawn = "console" | "layer" | "broken layer" | null;

export function undrawnOf(
  workspace: Pick<Workspace, "columns" | "rows" | "hideSidebar" | "layers" | "isLayerBroken">,
): Undrawn {
  if (isTooSmall(workspace)) return "console";
  if (coveringLayer(workspace.layers) === undefined) return null;
  if (!fits(workspace, SMALLEST)) return "layer";
  return workspace.isLayerBroken ? "broken layer" : null;
}
