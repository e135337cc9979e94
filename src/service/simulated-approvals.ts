import { lookupTable } from "../contract/json/own-values.ts";
import { authoriseRole } from "./cloud-access.ts";
import { approveDisabling } from "./compliance-policy.ts";
import type { WriteTransaction } from "./storage/storage.ts";

/**
 * Steps that people take outside of the API, simulated by the control surface: authorising a role in the cloud account, and support's approval to
 * disable a policy. Each returns whether the role or policy exists.
 */
type Approval = (transaction: WriteTransaction, id: string, now: number) => Promise<boolean>;

export const SIMULATED_APPROVALS: Readonly<Record<string, Approval>> = lookupTable({
  role: authoriseRole,
  "compliance-policy": approveDisabling,
});
