import { AREAS, hasScreen } from "../../areas/areas.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { SidebarArea } from "./sidebar-lines.ts";

/** All areas as the sidebar shows them. */
export const sidebarAreas = (): readonly SidebarArea[] =>
  AREAS.map(({ id, label, group }) => ({ id, label, group, isReady: hasScreen(id) }));

/** The area that is a number of lines away, over those that are still to come too: they say so when they are opened. */
export function areaAway(from: AreaId, by: number): AreaId {
  const at = AREAS.findIndex(({ id }) => id === from);
  return AREAS[Math.min(AREAS.length - 1, Math.max(0, at + by))]?.id ?? from;
}
