import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import type { App, Look } from "../../app/app.ts";
import { sourcesOf } from "../../app/screen/current.ts";
import { isLate, judged, resourcesOf } from "../../app/screen/freshness.ts";
import { isOfAllProjects, plainScopeOf, queriesOf } from "../../app/screen/scope.ts";
import { type Cell, cellText } from "../../areas/view.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import type { ConsoleState } from "../../state/store.ts";
import { memoize } from "../../text/memoize.ts";
import { Sidebar } from "../shell/sidebar.tsx";
import { areSameCells, useStableValue } from "./stable-value.ts";

type PaneProps = { readonly app: App; readonly look: Look; readonly width: number; readonly height: number };

/** The sidebar with the counts that its areas keep. */
export function SidebarPane({ app, look, width, height }: PaneProps): ReactNode {
  const selected = useStore(app.shown, ({ navigation }) => navigation.marked ?? navigation.place.area);
  const focused = useStore(app.shown, (state) => state.navigation.pane === "sidebar");
  // Beside what is counted in all projects, the counts say which one is theirs.
  const whose = useStore(app.shown, (state) =>
    isOfAllProjects(state) ? (state.session.groupName ?? state.session.groupId) : null,
  );
  // Answers and the minute are what the counts are made of.
  const minute = useStore(app.workspace, (state) => state.minute);
  const keep = useStableValue<ReadonlyMap<AreaId, Cell>>(areSameCells);
  const [counted] = useState(() => memoize<ReadonlyMap<AreaId, Cell>>());
  const badges = useStore(app.shown, (state) =>
    keep(counted("badges", [...sourcesOf(state), minute], () => badgesOf(app, state))),
  );
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

/** The counts that areas keep, by area; dim where they are of what may be out of date. */
export function badgesOf(app: App, state: ConsoleState): ReadonlyMap<AreaId, Cell> {
  const scope = plainScopeOf(state);
  const found = new Map<AreaId, Cell>();
  if (scope === null) return found;
  for (const { id, badge } of app.areas.all) {
    if (badge === undefined) continue;
    const queries = queriesOf(badge, scope);
    const context = app.screens.context(state, queries);
    const count = context === null ? null : badge.count(context);
    if (count === null) continue;
    found.set(
      id,
      isLate(judged(queries, resourcesOf(state, queries))) ? { text: cellText(count), tone: "dim" } : count,
    );
  }
  return found;
}
