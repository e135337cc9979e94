/** Words that nobody who runs databases says, and those that they say in place of them. */

export type OldWord = {
  readonly pattern: RegExp;
  /** What operators call it. */
  readonly better: string;
};

const say = (better: string, ...patterns: readonly RegExp[]): readonly OldWord[] =>
  patterns.map((pattern) => ({ pattern, better }));

/** Words and turns of phrase that stand nowhere: on no screen, in no page. */
export const OLD_WORDS: readonly OldWord[] = [
  ...say("acknowledge, acknowledged", /\b(?:un)?silenc(?:e|es|ed|ing)\b/iu),
  ...say("Unacknowledge", /\bresume messages\b/iu),
  ...say("tracking", /\bbuilding up\b/iu),
  ...say("notify, notification; report; say", /\b(?:tell|tells|told|telling|untold)\b/iu),
  ...say("Event", /\bwhen this happens\b/iu),
  ...say("Add matcher", /\badd a condition\b/iu),
  ...say("Operator, Threshold", /\braised when (?:over|under)\b/iu, /\bpasses a limit\b/iu),
  ...say("Aggregation", /\bmeasured as\b/iu),
  ...say("required", /\bneeded(?: for)?\b/iu),
  ...say("API fields", /\bas the service names it\b/iu),
  ...say(
    "Problems; In progress; Expiring soon; Recently ended; Latest backups",
    /\bso (?:long|old)\b/iu,
    /\bover soon\b/iu,
  ),
  ...say("Commands", /\bgo or do\b/iu),
  ...say("Activity", /\bsent and said\b/iu),
  ...say("Press y to confirm, then Enter; Type NAME exactly to confirm", /\bby Enter alone\b/iu, /\bto the letter\b/iu),
  ...say("undo", /\b(?:take|takes|took|taken) (?:it |them |this )?back\b/iu),
  ...say("Refused by the service", /\bsaid no\b/iu, /\bsays no\b/iu),
  ...say("Created …, Updated …, Deleted …", /^Done: /u),
  ...say("Draft restored; Discards the draft", /\bwhat you filled in before\b/iu, /\bgives? up all\b/iu),
  ...say("merged; accepted", /\btaken over\b/iu),
  ...say("Runbooks", /\bguided paths?\b/iu),
  ...say("Start", /\b(?:begin|begins|begun|began)\b/u),
  ...say("point in time; time", /\bmoments?\b/iu),
  ...say("Latest usable", /\bnewest good\b/iu),
  ...say("Expires in …", /\bgoes (?:in|now|on)\b/iu, /\bgo(?:es)? by (?:itself|themselves)\b/iu, /\bwould go\b/iu),
  ...say("Retention, Projected", /\bfor less long\b/iu, /\bkept later\b/iu, /\blet go\b/iu),
  ...say("Current", /\bthere now\b/iu),
  ...say("Anyone with permission", /\bwhoever\b/iu),
  ...say("No requirement", /\bnothing is asked\b/iu, /\basks for more\b/iu),
  ...say("Currently compliant", /\bcomplying\b/iu),
  ...say("not saved: recreate by hand", /\bkept anywhere\b/iu, /\banew\b/iu),
  ...say("Point-in-time window", /\bone can go back\b/iu),
  ...say("Status", /\bSTANDING\b/u, /\bas (?:they|it) stands?\b/iu),
  ...say("Pending", /\bnot serving, waits\b/iu),
  ...say("Static mapping", /\bfields that I list\b/iu),
  ...say("Autocomplete", /\bfound while typing\b/iu),
  ...say("Stored source", /\bkeep fields in index\b/iu),
  ...say("Query analyzer", /\bsplit in another way\b/iu),
  ...say("CPU-optimised, memory-optimised", /\bmuch (?:CPU|memory) for its\b/iu),
  ...say("billed", /\bpaid for\b/iu),
  ...say("Users without MFA", /\bsecond factor\b/iu),
  ...say("mongos missing", /\brouter missing\b/iu),
  ...say("critical", /\bgrave\b/iu),
  ...say("Certificate expiring", /\bcertificate stale\b/iu),
  ...say("JSON filter", /\bmade with JSON\b/iu),
  ...say("Authorization checks", /\bchecks too\b/iu),
  ...say(
    "AWS; Not authorised; Grant the service access",
    /\bfirst provider\b/iu,
    /\bwaiting for you\b/iu,
    /\blet the service in\b/iu,
  ),
  ...say("Fallback snapshots", /\bemergency cop/iu),
  ...say("Download link expires in …", /\bfetch it\b/iu, /\blink lives\b/iu, /\blink is gone\b/iu),
  ...say("No link on this line", /\bleads nowhere\b/iu),
  ...say("Select one row", /\bone at a time\b/iu),
  ...say("Check the current state", /\blook what\b/iu),
];

/** Texts that are the whole of a label, a heading or an error. */
export const OLD_LABELS: readonly OldWord[] = [
  ...say("required", /^is required\b/u),
  ...say("Channel", /^Through$/u),
  ...say("Applies to; all", /^Only for$/u),
  ...say("Threshold", /^Limit$/u),
  ...say("Minimum", /^Least$/u),
  ...say("Projected", /^Later$/u),
  ...say("1 mapped field", /\bonly … fields?$/u),
  ...say("Dynamic mapping", /^Every field$/u),
  ...say("Effect", /^Means$/u),
  ...say("Audits …", /^Records /u),
];
