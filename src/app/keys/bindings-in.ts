import type { Binding } from "../app.ts";
import type { ScopeId } from "./scopes.ts";

/** Bindings of a scope: each without one of its own has this one. */
export const bindingsIn = (
  scope: ScopeId,
  bindings: readonly (Omit<Binding, "scope"> & Partial<Pick<Binding, "scope">>)[],
): readonly Binding[] => bindings.map((binding) => ({ scope, ...binding }));
