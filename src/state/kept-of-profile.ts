/** What goes with a profile, in words. Apart from the files, so that the help of a command loads nothing else. */
export const KEPT_OF_PROFILE =
  "the answers, names, charts, sorting and filters, pins, notifications, runbooks and drafts that are kept of it";
