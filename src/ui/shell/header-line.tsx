import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { App, Look } from "../../app/app.ts";
import { headerSpans } from "../../app/screen/header.ts";
import { isOfAllProjects } from "../../app/screen/scope.ts";
import { topLayer } from "../../app/workspace.ts";
import { Line } from "../text/line.tsx";

/** Line 1 of the screen. */
export function HeaderLine({ app, look, width }: { app: App; look: Look; width: number }): ReactNode {
  const session = useStore(app.shown, (state) => state.session);
  const navigation = useStore(app.shown, (state) => state.navigation);
  const allProjects = useStore(app.shown, isOfAllProjects);
  const showsBudget = useStore(app.workspace, (state) => topLayer(state)?.kind === "activity");
  const { spans, over } = headerSpans({ session, navigation, allProjects, showsBudget }, look.symbols, width);
  return <Line theme={look.theme} width={width} spans={spans} over={over} />;
}
