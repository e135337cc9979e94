import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import type { SettingsKind } from "../settings-kind.ts";
import { plan, update } from "./form.ts";

/** What is audited, in a file. */
export const auditingKind: SettingsKind = {
  file: {
    name: "auditing",
    title: "auditing",
    plural: "auditing",
    version: 1,
    inCluster: false,
    plan,
    notSettings: [],
    references: [],
    identityOf: () => "",
    isExact: true,
    nameOf: () => "",
  },
  inAll: true,
  after: [],
  fixed: [],
  read: async (ask, scope) => {
    const { document } = await askDocument(ask, "getAuditingConfiguration", projectArgs(scope));
    return [
      {
        id: "auditing",
        cluster: null,
        document,
        change: (context) => ({ kind: "form", setup: update(context) }),
        remove: null,
      },
    ];
  },
  create: null,
};
