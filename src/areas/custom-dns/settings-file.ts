import { customDnsPlan, customDnsSetup } from "../custom-dns.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import type { SettingsKind } from "../settings-kind.ts";

/** Custom DNS of the project, in a file. */
export const customDnsKind: SettingsKind = {
  file: {
    name: "custom-dns",
    title: "custom DNS",
    plural: "custom DNS",
    version: 1,
    inCluster: false,
    plan: customDnsPlan,
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
    const { document } = await askDocument(ask, "getAwsCustomDns", projectArgs(scope));
    return [
      {
        id: "custom-dns",
        cluster: null,
        document,
        change: (context) => ({ kind: "form", setup: customDnsSetup(context) }),
        remove: null,
      },
    ];
  },
  create: null,
};
