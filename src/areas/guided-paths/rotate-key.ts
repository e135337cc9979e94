import { listQueries } from "../alert-configurations/list.ts";
import { begun, type GuidedPath } from "./path.ts";
import { opensAction } from "./steps.ts";

/** A key of a chat, a pager or another service that alerts are told through is replaced everywhere (`domain.md` 3 and 18). */

export const rotateKey: GuidedPath = {
  id: "rotate-key",
  title: "Rotate a notification key",
  about: "A key that alert notifications are sent with expires or has become known.",
  begin: (context) => begun("rotate-key", context, context.scope.groupName, {}),
  steps: [
    {
      id: "make",
      title: "Make the new key",
      about:
        "In the service that gets the notifications (chat, pager …), outside this program. Leave the old one good for now.",
    },
    {
      id: "replace",
      title: "Replace it in all configurations that use it",
      about: "Found by the end of the old key; the new one is entered once and sent to each, with a result for each.",
      // The keys are found in what the configurations show of them.
      queries: ({ scope }) => listQueries(scope),
      open: opensAction("alert-configurations", "alert-configurations.rotate"),
    },
    {
      id: "verify",
      title: "See that an alert arrives",
      about: "With the next alert, or by a configuration that fires at once. Until then the old key stays good.",
    },
    {
      id: "revoke",
      title: "Revoke the old key",
      about: "In the service that gets the notifications, outside this program.",
    },
  ],
};
