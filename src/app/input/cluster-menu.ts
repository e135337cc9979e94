import { clusterList, formatMissing, READ } from "../../areas/builders/lookup.ts";
import { clusterKind, clusterKindLabel } from "../../domain/cluster.ts";
import { isMissing } from "../../state/answers/lookup.ts";
import { type App, openMenu } from "../app.ts";
import type { MenuItem } from "../workspace.ts";

/** Opens a menu of the project's clusters, to filter by one of them. */
export function openClusters(app: App): void {
  const { session, navigation } = app.store.getState();
  const scope = app.selectors.plainScope(app.store.getState());
  const found = scope === null ? READ : clusterList({ ...scope, cluster: null });
  const others: readonly MenuItem[] = isMissing(found)
    ? [{ id: "!", title: "other clusters", disabled: formatMissing(found), run: () => undefined }]
    : [];
  const own = session.clusters.filter(({ groupId }) => groupId === session.groupId);
  const items: MenuItem[] = [
    {
      id: "",
      title: "all clusters",
      keys: navigation.cluster === null ? "current" : "",
      run: () => app.store.navigation.narrowTo(null),
    },
    ...own.map(
      ({ name, kind, paused }): MenuItem => ({
        id: name,
        title: name,
        isName: true,
        keys: [clusterKindLabel(clusterKind(kind)), paused ? "paused" : ""].filter((part) => part !== "").join(", "),
        run: () => app.store.navigation.narrowTo(name),
      }),
    ),
    ...others,
  ];
  openMenu(app, "Filter by cluster", items, ({ id }) => id === (navigation.cluster ?? ""));
}
