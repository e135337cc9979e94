import { AREAS } from "../../areas/areas.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { SidebarArea } from "./sidebar-lines.ts";

/** All areas for the sidebar. */
export const sidebarAreas = (): readonly SidebarArea[] => AREAS.map(({ id, label, group }) => ({ id, label, group }));

/** The area at a number of lines from another one. */
export function areaAtOffset(from: AreaId, by: number): AreaId {
  const at = AREAS.findIndex(({ id }) => id === from);
  return AREAS[Math.min(AREAS.length - 1, Math.max(0, at + by))]?.id ?? from;
}
