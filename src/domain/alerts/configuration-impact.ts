import { eventFamily } from "../../contract/alert-configurations/event-types.ts";
import { maskedFields } from "../../contract/alert-configurations/notifications.ts";
import { objectsOf, textIn } from "../../contract/json/json.ts";
import { pluralize } from "../../text/format.ts";
import { disruptiveWhere, type Impact } from "../impact.ts";
import { formatScope, formatTarget, meansOf, rolesOf } from "./alert.ts";

/** What an edit of an alert configuration makes louder or quieter than people may expect (`domain.md` 3.4). */

/** A configuration, a matcher or a notification, as a form, a body or an answer has it. */
type Loose = { readonly [key: string]: unknown };

/** The items of a list that have no counterpart in another; an item there is the counterpart of one here only. */
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

/** A matcher as it is compared and named. */
export const asMatcher = (matcher: Loose) => ({
  fieldName: textIn(matcher, "fieldName") ?? "",
  operator: textIn(matcher, "operator") ?? "",
  value: textIn(matcher, "value") ?? "",
});

type Matcher = ReturnType<typeof asMatcher>;

const isSameMatcher = (one: Matcher, other: Matcher): boolean =>
  one.fieldName === other.fieldName && one.operator === other.operator && one.value === other.value;

/** Where the notifications of a kind go: an address that was entered anew is another one. The name of a team is the service's. */
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

/** Whether a notification has nothing but a key that says where it goes: a new key in place of a stored one goes to the same service. */
const isByKeyAlone = (item: Loose): boolean =>
  Object.keys(maskedIn(item)).length > 0 && ADDRESS.slice(1).every((name) => !item[name]);

/** @param other stands in place of it: a secret address that it leaves out is kept (specification 2.2) */
function isSameAddress(one: Loose, other: Loose): boolean {
  const isStored = textIn(one, "notifierId") !== null && one["notifierId"] === other["notifierId"];
  const isKept = (name: string): boolean => isStored && !other[name] && Object.hasOwn(maskedIn(one), name);
  const isSame = ADDRESS.every((name) => (one[name] || undefined) === (other[name] || undefined) || isKept(name));
  return isSame && (!isByKeyAlone(one) || one["notifierId"] === other["notifierId"]);
}

/** Whether all whom a notification reaches are among those of another: no roles are all of them. */
function reachesAll(one: Loose, other: Loose): boolean {
  const [roles, others] = [rolesOf(one), rolesOf(other)];
  return others.length === 0 || (roles.length > 0 && roles.every((role) => others.includes(role)));
}

const isSameRecipient = (one: Loose, other: Loose): boolean => isSameAddress(one, other) && reachesAll(one, other);

/** A recipient without the means by which it is reached. */
const formatWho = (item: Loose): string => formatTarget({ ...item, emailEnabled: false, smsEnabled: false });

/** A recipient that is removed; where some roles of it stay, those that do not. */
function formatRemoved(item: Loose, left: readonly Loose[]): string {
  const kept = left.flatMap((other) => (isSameAddress(item, other) ? rolesOf(other) : []));
  const roles = rolesOf(item);
  if (roles.length === 0 && kept.length > 0) return `${formatWho(item)} other than ${kept.join(" or ")}`;
  const gone = roles.filter((role) => !kept.includes(role));
  return formatTarget(gone.length === 0 ? item : { ...item, roles: gone });
}

/** Who stays and is not reached by e-mail, or by SMS, any more: `SMS to project members`. */
function meansLost(was: readonly Loose[], is: readonly Loose[]): readonly string[] {
  const lost = was.flatMap((item) => {
    const same = is.filter((other) => isSameRecipient(item, other));
    const left = new Set(same.flatMap(meansOf));
    const gone = same.length === 0 ? [] : meansOf(item).filter((one) => !left.has(one));
    return gone.map((one) => `${one} to ${formatWho(item)}`);
  });
  return [...new Set(lost)];
}

/** What is removed, also where something else stands in its place: those who were notified of it are not any more. */
function removedIn(base: Loose | null, body: Loose) {
  const matchersIn = (of: Loose | null) => objectsOf(of?.["matchers"]).map(asMatcher);
  const [was, is] = [matchersIn(base), matchersIn(body)];
  const [notified, left] = [objectsOf(base?.["notifications"]), objectsOf(body["notifications"])];
  return {
    matchers: without(was, is, isSameMatcher),
    /** Matchers that take the place of others: what matches is other, and not simply more. */
    isReplaced: without(is, was, isSameMatcher).length > 0,
    recipients: without(notified, left, isSameRecipient).map((item) => formatRemoved(item, left)),
    means: meansLost(notified, left),
  };
}

/**
 * What a configuration loses, and what may surprise about a new one.
 *
 * @param base as it is stored; null for a new one
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
