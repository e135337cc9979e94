/** Verbs at the start of review titles, and their past forms. A change that takes the service a while was only requested. */
const PAST: readonly (readonly [title: string, done: string])[] = [
  ["Acknowledge", "Acknowledged"],
  ["Add", "Added"],
  ["Cancel", "Cancelled"],
  ["Change", "Changed"],
  ["Cut over", "Requested cut-over"],
  ["Delete", "Deleted"],
  ["Disable", "Disabled"],
  ["Edit", "Updated"],
  ["Export", "Requested export:"],
  ["New", "Created"],
  ["Redo", "Redone"],
  ["Remove", "Removed"],
  ["Replace", "Replaced"],
  ["Prepare download", "Requested download"],
  ["Restore", "Requested restore"],
  ["Set", "Set"],
  ["Start", "Started"],
  ["Switch", "Switched"],
  ["Take a snapshot", "Requested a snapshot"],
  ["Turn off", "Turned off"],
  ["Turn on", "Turned on"],
  ["Unacknowledge", "Unacknowledged"],
  ["Undo", "Undone"],
  ["Validate", "Requested validation:"],
];

/** Title of a completed review: `Delete snapshot: daily` becomes `Deleted snapshot: daily`. */
export function formatDone(title: string): string {
  const found = PAST.find(([start]) => new RegExp(`^${start}\\b`, "u").test(title));
  if (found === undefined) return `Completed: ${title}`;
  const [start, done] = found;
  return `${done}${title.slice(start.length)}`;
}
