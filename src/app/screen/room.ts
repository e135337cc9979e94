import { fits, isTooSmall, SMALLEST } from "../layout.ts";
import { coveringLayer, type Workspace } from "../workspace.ts";

/**
 * What has the keys and is not drawn: for want of room the whole console, or in a pane alone what lies over it; broken, what lies over it and
 * threw while it was drawn; null where all is drawn. A sentence stands in its place then, and the keys go by the same answer: nothing is done
 * that nobody sees (`design.md`, screen).
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
