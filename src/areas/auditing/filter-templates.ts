import { group } from "../../domain/auditing/audit-actions.ts";
import { filterText } from "../../domain/auditing/audit-filter.ts";
import type { Suggestion } from "../../forms/suggestion.ts";

/** Filters to start from (`domain.md` 7, fields). */
export const FILTER_TEMPLATES: readonly Suggestion[] = [
  {
    label: "Failed logins",
    note: "authenticate, result not 0",
    value: filterText({ atype: "authenticate", result: { $ne: 0 } }),
  },
  { label: "All logins", note: "authenticate", value: filterText({ atype: "authenticate" }) },
  {
    label: "Changes of collections and indexes",
    note: "create, rename, drop",
    value: filterText({ atype: { $in: [...group("changes of collections and indexes")] } }),
  },
  {
    label: "Changes of users and roles",
    note: "create, grant, revoke, drop",
    value: filterText({ atype: { $in: [...group("changes of users and roles")] } }),
  },
  {
    label: "Failed logins, and changes of users, roles, collections and indexes",
    note: "usual minimum for an audit",
    value: filterText({
      $or: [
        { atype: "authenticate", result: { $ne: 0 } },
        {
          atype: {
            $in: [...group("changes of users and roles"), ...group("changes of collections and indexes")],
          },
        },
      ],
    }),
  },
  {
    label: "One user's reads and writes",
    note: "replace USER with a user name; requires successful authorization checks",
    value: filterText({ atype: "authCheck", users: { $elemMatch: { user: "USER", db: "admin" } } }),
  },
  { label: "Everything", note: "slow, large log", value: "{}" },
];
