/** How titles of reviews start, and what is said of them once they are done. What takes the service a while was only requested. */
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
  ["Validate", "Requested validation:"],
];

/** What a review says when all of it was done: `Delete snapshot: daily` is `Deleted snapshot: daily` then. */
export function formatDone(title: string): string {
  const found = PAST.find(([start]) => new RegExp(`^${start}\\b`, "u").test(title));
  if (found === undefined) return `Completed: ${title}`;
  const [start, done] = found;
  return `${done}${title.slice(start.length)}`;
}
