import { nodesIn } from "../../domain/search/search-nodes.ts";
import { dedicatedClusters } from "../builders/clusters.ts";
import { ofEachCluster } from "../builders/settings-of-clusters.ts";
import { ONCE_IN_ITS_PLACE, type SettingsKind } from "../model/settings-kind.ts";
import { clusterArgs } from "../queries/args.ts";
import { createSetup, edit, remove, specsOf } from "./actions.ts";
import { createPlan } from "./form.ts";

/** The search nodes of each cluster in files. */
export const searchNodesKind: SettingsKind = {
  file: {
    ...ONCE_IN_ITS_PLACE,
    name: "search-nodes",
    title: "search nodes",
    plural: "search nodes",
    inCluster: true,
    plan: createPlan({ cluster: "the cluster", shards: null, used: [] }),
  },
  read: (ask, scope) =>
    ofEachCluster(dedicatedClusters(scope), async ({ name: cluster }) => {
      const { data, raw } = await ask("getServiceSearchDeployment", clusterArgs(scope, cluster));
      if (nodesIn(data) === null) return [];
      return [
        {
          id: cluster,
          cluster,
          document: specsOf(raw),
          change: (context) => ({ kind: "form", setup: edit(context, cluster) }),
          remove: (context) => ({ kind: "write", plan: remove(context, cluster) }),
        },
      ];
    }),
  create: (context, cluster) => ({ kind: "form", setup: createSetup(context, cluster) }),
};
