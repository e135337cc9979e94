import { onceInProject } from "../model/settings-kind.ts";
import { projectArgs } from "../queries/args.ts";
import { askDocument } from "../queries/document.ts";
import { plan, update } from "./form.ts";

/** Auditing settings in a file. */
export const auditingKind = onceInProject({
  name: "auditing",
  title: "auditing",
  plan,
  readDocument: (ask, scope) => askDocument(ask, "getAuditingConfiguration", projectArgs(scope)),
  setup: update,
});
