import type { ReactNode } from "react";
import { headerSpans } from "../../app/screen/header.ts";
import { topLayer } from "../../app/workspace.ts";
import { MINUTE } from "../../text/durations.ts";
import { useConsole, useConsoleState, useDisplayed, useLook } from "../console-context.ts";
import { Line } from "../text/line.tsx";

/** Line 1 of the screen. */
export function HeaderLine({ width }: { width: number }): ReactNode {
  const app = useConsole();
  const look = useLook();
  const session = useDisplayed((state) => state.session);
  const navigation = useDisplayed((state) => state.navigation);
  const allProjects = useDisplayed(app.selectors.isOfAllProjects);
  const showsBudget = useConsoleState((state) => topLayer(state)?.kind === "activity");
  const minute = useConsoleState((state) => Math.floor(state.minute / MINUTE) * MINUTE);
  const { spans, over } = headerSpans({ session, navigation, allProjects, showsBudget, minute }, look.symbols, width);
  return <Line theme={look.theme} width={width} spans={spans} over={over} />;
}
