/** Names of all that is removed with a profile. Apart from the files, so that the help of a command loads nothing else. */
export const KEPT_OF_PROFILE =
  "the answers, names, charts, sorting and filters, pins, notifications, runbooks and drafts that are kept of it";
