import { lookupTable } from "../contract/json/own-values.ts";
import { authoriseRole } from "./cloud-access.ts";
import { approveDisabling } from "./compliance-policy.ts";
import type { WriteTransaction } from "./storage/storage.ts";

/**
 * Steps that people take outside of the interface, as the control surface plays them: somebody authorises a role in the cloud
 * account, support lifts a policy. Each says whether there is such a thing.
 */
type Approval = (transaction: WriteTransaction, id: string, now: number) => Promise<boolean>;

export const SIMULATED_APPROVALS: Readonly<Record<string, Approval>> = lookupTable({
  role: authoriseRole,
  "compliance-policy": approveDisabling,
});
