import { customDnsPlan, customDnsSetup } from "../custom-dns.ts";
import { onceInProject } from "../model/settings-kind.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";

/** Custom DNS of the project, in a file. */
export const customDnsKind = onceInProject({
  name: "custom-dns",
  title: "custom DNS",
  plan: customDnsPlan,
  readDocument: (ask, scope) => askDocument(ask, "getAwsCustomDns", projectArgs(scope)),
  setup: customDnsSetup,
});
