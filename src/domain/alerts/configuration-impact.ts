import { eventFamily } from "../../contract/alert-configurations/event-types.ts";
import { maskedFields } from "../../contract/alert-configurations/notifications.ts";
import { objectsOf, textIn } from "../../contract/json/json.ts";
import { pluralize } from "../../text/format.ts";
import { disruptiveWhere, type Impact } from "../impact.ts";
import { formatScope, formatTarget, meansOf, rolesOf } from "./alert.ts";

/** Effects of an edited alert configuration that people may not expect: more or fewer alerts and notifications (`domain.md` 3.4). */

/** A configuration, a matcher or a notification, from a form, a body or an answer. */
type Loose = { readonly [key: string]: unknown };

/** Items without a counterpart in another list; each item there is the counterpart of at most one here. */
function without<Item>(
  items: readonly Item[],
  others: readonly Item[],
  isSame: (item: Item, other: Item) => boolean,
): readonly Item[] {
  const left = [...others];
  return items.filter((item) => {
    const at = left.findIndex((other) => isSame(item, other));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

/** A matcher in the form used for comparing and naming. */
export const asMatcher = (matcher: Loose) => ({
  fieldName: textIn(matcher, "fieldName") ?? "",
  operator: textIn(matcher, "operator") ?? "",
  value: textIn(matcher, "value") ?? "",
});

type Matcher = ReturnType<typeof asMatcher>;

const isSameMatcher = (one: Matcher, other: Matcher): boolean =>
  one.fieldName === other.fieldName && one.operator === other.operator && one.value === other.value;

/** Fields with the destination of a notification: a newly entered address is a different one. The service sets the name of a team. */
const ADDRESS = [
  "typeName",
  "emailAddress",
  "channelName",
  "roomName",
  "username",
  "teamId",
  "mobileNumber",
  "webhookUrl",
  "microsoftTeamsWebhookUrl",
] as const;

const maskedIn = (item: Loose): Readonly<Record<string, unknown>> => maskedFields(textIn(item, "typeName") ?? "");

/** True when only a key names the destination: a new key in place of a stored one goes to the same service. */
const isByKeyAlone = (item: Loose): boolean =>
  Object.keys(maskedIn(item)).length > 0 && ADDRESS.slice(1).every((name) => !item[name]);

/** @param other the notification after the edit: a secret address that it omits is kept (specification 2.2) */
function isSameAddress(one: Loose, other: Loose): boolean {
  const isStored = textIn(one, "notifierId") !== null && one["notifierId"] === other["notifierId"];
  const isKept = (name: string): boolean => isStored && !other[name] && Object.hasOwn(maskedIn(one), name);
  const isSame = ADDRESS.every((name) => (one[name] || undefined) === (other[name] || undefined) || isKept(name));
  return isSame && (!isByKeyAlone(one) || one["notifierId"] === other["notifierId"]);
}

/** True when everybody a notification reaches is also reached by the other one: no roles means all people. */
function reachesAll(one: Loose, other: Loose): boolean {
  const [roles, others] = [rolesOf(one), rolesOf(other)];
  return others.length === 0 || (roles.length > 0 && roles.every((role) => others.includes(role)));
}

const isSameRecipient = (one: Loose, other: Loose): boolean => isSameAddress(one, other) && reachesAll(one, other);

/** Recipient text without the means of reaching it. */
const formatWho = (item: Loose): string => formatTarget({ ...item, emailEnabled: false, smsEnabled: false });

/** Text of a removed recipient; if some of its roles stay, only the removed ones. */
function formatRemoved(item: Loose, left: readonly Loose[]): string {
  const kept = left.flatMap((other) => (isSameAddress(item, other) ? rolesOf(other) : []));
  const roles = rolesOf(item);
  if (roles.length === 0 && kept.length > 0) return `${formatWho(item)} other than ${kept.join(" or ")}`;
  const gone = roles.filter((role) => !kept.includes(role));
  return formatTarget(gone.length === 0 ? item : { ...item, roles: gone });
}

/** Recipients that stay but lose e-mail or SMS: `SMS to project members`. */
function meansLost(was: readonly Loose[], is: readonly Loose[]): readonly string[] {
  const lost = was.flatMap((item) => {
    const same = is.filter((other) => isSameRecipient(item, other));
    const left = new Set(same.flatMap(meansOf));
    const gone = same.length === 0 ? [] : meansOf(item).filter((one) => !left.has(one));
    return gone.map((one) => `${one} to ${formatWho(item)}`);
  });
  return [...new Set(lost)];
}

/** Removed matchers and recipients, also when others replace them: people who were notified of them no longer are. */
function removedIn(base: Loose | null, body: Loose) {
  const matchersIn = (of: Loose | null) => objectsOf(of?.["matchers"]).map(asMatcher);
  const [was, is] = [matchersIn(base), matchersIn(body)];
  const [notified, left] = [objectsOf(base?.["notifications"]), objectsOf(body["notifications"])];
  return {
    matchers: without(was, is, isSameMatcher),
    /** True when new matchers replace old ones: the scope differs, and does not simply grow. */
    isReplaced: without(is, was, isSameMatcher).length > 0,
    recipients: without(notified, left, isSameRecipient).map((item) => formatRemoved(item, left)),
    means: meansLost(notified, left),
  };
}

/**
 * Effects that an edit takes away, and surprising effects of a new configuration.
 *
 * @param base the stored configuration; null for a new one
 */
export function configurationImpact(body: Loose, base: Loose | null): Impact {
  const found: string[] = [];
  const [isOn, wasOn] = [body["enabled"] === true, base?.["enabled"] === true];
  if (!isOn) {
    found.push(
      base === null
        ? "The configuration is off: no alerts and no notifications until it is turned on."
        : wasOn
          ? "The configuration is turned off: notifications stop, and its open alerts are cancelled."
          : "The configuration stays off: no notifications are sent.",
    );
  }
  const fires = isOn ? "alerts are raised" : "once it is on, alerts are raised";
  const removed = removedIn(base, body);
  const count = objectsOf(body["matchers"]).length;
  if (removed.matchers.length > 0) {
    const names = formatScope({ matchers: [...removed.matchers] });
    found.push(
      count === 0
        ? `No matchers left: ${fires} for everything in the project.`
        : `Matcher removed (${names}): ${fires} for ${removed.isReplaced ? "other" : "more"} targets than before.`,
    );
  }
  const most = eventFamily(textIn(body, "eventTypeName") ?? "")?.mostMatchers;
  if (most !== undefined && count > most) {
    found.push(
      `The hosted service accepts ${pluralize(most, "matcher")} at most for this event, and will refuse ${count}. Remove all but ${most}.`,
    );
  }
  if (removed.recipients.length > 0) {
    const names = removed.recipients.join(", ");
    found.push(
      wasOn
        ? `Recipients removed (${names}): they get no more of these alerts.`
        : `Recipients removed (${names}): they get no alerts once the configuration is on.`,
    );
  }
  if (removed.means.length > 0) {
    const means = removed.means.join(", no more ");
    found.push(wasOn ? `No more ${means}.` : `No more ${means} once the configuration is on.`);
  }
  return disruptiveWhere(found);
}
