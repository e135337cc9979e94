import type { ReactNode } from "react";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { Sidebar } from "../shell/sidebar.tsx";

export type PaneProps = { readonly width: number; readonly height: number };

/** The sidebar with the badge counts of its areas. */
export function SidebarPane({ width, height }: PaneProps): ReactNode {
  const app = useConsole();
  const look = useLook();
  const selected = useDisplayed(({ navigation }) => navigation.marked ?? navigation.place.area);
  const focused = useDisplayed((state) => state.navigation.pane === "sidebar");
  const whose = useDisplayed((state) => (app.selectors.isOfAllProjects(state) ? "all" : null));
  // Badge counts may depend on the minute.
  useConsoleState((state) => state.minute);
  const badges = useDisplayed(app.selectors.badges);
  return (
    <Sidebar
      selected={selected}
      badges={badges}
      whose={whose}
      width={width}
      height={height}
      focused={focused}
      theme={look.theme}
      symbols={look.symbols}
    />
  );
}
