import { type PolicyRequirements, requirementsOf } from "../../domain/backup/policy-requirements.ts";
import type { Ask, Context, Scope } from "../model/context.ts";
import { projectArgs } from "./args.ts";

/** The compliance policy of the project (E41) for other areas: its requirements. */

/** Requests the policy now. Null for a caller who may not read it: the service enforces it all the same. */
export async function askRequirements(ask: Ask, scope: Scope): Promise<PolicyRequirements | null> {
  try {
    return requirementsOf((await ask("getDataProtectionSettings", projectArgs(scope))).data);
  } catch {
    return null;
  }
}

export const policyQuery = (scope: Scope) =>
  ({ operation: "getDataProtectionSettings", args: projectArgs(scope) }) as const;

/** The requirements of the cached policy; null where there is none, or where it could not be read. */
export const cachedRequirements = (context: Context): PolicyRequirements | null => {
  const { operation, args } = policyQuery(context.scope);
  return requirementsOf(context.cached(operation, args)?.data);
};
