/** Verbs of a review's title, and how they read once it is done. */
const PAST: Readonly<Record<string, string>> = {
  Acknowledge: "Acknowledged",
  Add: "Added",
  Cancel: "Cancelled",
  Change: "Changed",
  Confirm: "Confirmed",
  Create: "Created",
  Delete: "Deleted",
  Disable: "Disabled",
  Edit: "Updated",
  Enable: "Enabled",
  Export: "Requested export:",
  New: "Created",
  Remove: "Removed",
  Replace: "Replaced",
  Restore: "Requested restore:",
  Start: "Started",
  Turn: "Turned",
  Unacknowledge: "Unacknowledged",
  Update: "Updated",
  Validate: "Requested validation:",
};

/** What a review says when all of it was done: `Delete snapshot: daily` is `Deleted snapshot: daily` then. */
export function doneWords(title: string): string {
  const [verb = "", ...rest] = title.split(" ");
  const past = PAST[verb];
  return past === undefined ? `Completed: ${title}` : [past, ...rest].join(" ");
}
