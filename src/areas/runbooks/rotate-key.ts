import { listQueries } from "../alert-configurations/list.ts";
import { type Runbook, startRunbook } from "./runbook.ts";
import { opensAction } from "./steps.ts";

/** Replaces the key of a chat, pager or other notification channel in all configurations (`domain.md` 3 and 18). */

export const rotateKey: Runbook = {
  id: "rotate-key",
  title: "Rotate a notification key",
  about: "Replace an expiring or leaked key of alert notifications.",
  begin: (context) => startRunbook("rotate-key", context, context.scope.groupName, {}),
  steps: [
    {
      id: "make",
      title: "Create the new key",
      about: "In the receiving service (chat, pager …), outside this console. Keep the old key valid for now.",
    },
    {
      id: "replace",
      title: "Replace the key in all configurations",
      about: "Finds all configurations with the old key; enter the new key once and see the result of each.",
      // The keys are identified by the part that the configurations show.
      queries: ({ scope }) => listQueries(scope),
      opens: opensAction("alert-configurations", "alert-configurations.rotate"),
    },
    {
      id: "verify",
      title: "Check that an alert arrives",
      about: "With the next alert, or with a configuration that triggers at once. Keep the old key valid until then.",
    },
    {
      id: "revoke",
      title: "Revoke the old key",
      about: "In the receiving service, outside this console.",
    },
  ],
};
