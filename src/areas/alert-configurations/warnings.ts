import { eventFamily } from "../../contract/alert-configurations/event-types.ts";
import { maskedFields } from "../../contract/alert-configurations/notifications.ts";
import { formatScope, formatTarget, meansOf, rolesOf } from "../../domain/alerts/alert.ts";
import type { FormValues, ItemAt } from "../../forms/schema/form-values.ts";
import type { SentenceContext } from "../../forms/types.ts";
import { pluralize } from "../../text/format.ts";

/** What an edit of an alert configuration makes louder or quieter than people may expect (`domain.md` 3.4). */

type Values = FormValues<"createAlertConfiguration">;
type MatcherValues = ItemAt<Values, "matchers">;
type NotificationValues = ItemAt<Values, "notifications">;

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
export const asMatcher = ({ fieldName = "", operator = "", value = "" }: MatcherValues) => ({
  fieldName,
  operator,
  value,
});

const isSameMatcher = (one: MatcherValues, other: MatcherValues): boolean =>
  one.fieldName === other.fieldName && one.operator === other.operator && one.value === other.value;

/** Where the notifications of a kind go: an address that was entered anew is another one. The name of a team is the service's. */
const addressOf = (item: NotificationValues): readonly unknown[] => [
  item.typeName,
  item.emailAddress,
  item.channelName,
  item.roomName,
  item.username,
  item.teamId,
  item.mobileNumber,
  item.webhookUrl,
  item.microsoftTeamsWebhookUrl,
];

/** Whether a notification has nothing but a key that says where it goes: a new key in place of a stored one goes to the same service. */
const isByKeyAlone = (item: NotificationValues): boolean =>
  Object.keys(maskedFields(item.typeName ?? "")).length > 0 &&
  addressOf(item)
    .slice(1)
    .every((part) => !part);

function isSameAddress(one: NotificationValues, other: NotificationValues): boolean {
  const [left, right] = [addressOf(one), addressOf(other)];
  const isSame = left.every((part, index) => (part || undefined) === (right[index] || undefined));
  return isSame && (!isByKeyAlone(one) || one.notifierId === other.notifierId);
}

/** Whether all whom a notification reaches are among those of another: no roles are all of them. */
function reachesAll(one: NotificationValues, other: NotificationValues): boolean {
  const [roles, others] = [rolesOf(one), rolesOf(other)];
  return others.length === 0 || (roles.length > 0 && roles.every((role) => others.includes(role)));
}

const isSameRecipient = (one: NotificationValues, other: NotificationValues): boolean =>
  isSameAddress(one, other) && reachesAll(one, other);

/** A recipient without the means by which it is reached. */
const formatWho = (item: NotificationValues): string =>
  formatTarget({ ...item, emailEnabled: false, smsEnabled: false });

/** A recipient that is removed; where some roles of it stay, those that do not. */
function formatRemoved(item: NotificationValues, left: readonly NotificationValues[]): string {
  const kept = left.flatMap((other) => (isSameAddress(item, other) ? rolesOf(other) : []));
  const roles = rolesOf(item);
  if (roles.length === 0 && kept.length > 0) return `${formatWho(item)} other than ${kept.join(" or ")}`;
  const gone = roles.filter((role) => !kept.includes(role));
  return formatTarget(gone.length === 0 ? item : { ...item, roles: gone });
}

/** Who stays and is not reached by e-mail, or by SMS, any more: `SMS to project members`. */
function meansLost(was: readonly NotificationValues[], is: readonly NotificationValues[]): readonly string[] {
  const lost = was.flatMap((item) => {
    const same = is.filter((other) => isSameRecipient(item, other));
    const left = new Set(same.flatMap(meansOf));
    const gone = same.length === 0 ? [] : meansOf(item).filter((one) => !left.has(one));
    return gone.map((one) => `${one} to ${formatWho(item)}`);
  });
  return [...new Set(lost)];
}

/** What is removed, also where something else stands in its place: those who were notified of it are not any more. */
function removedIn(base: Values | null, body: Values) {
  const [was, is] = [base?.matchers ?? [], body.matchers ?? []];
  const [notified, left] = [base?.notifications ?? [], body.notifications ?? []];
  return {
    matchers: without(was, is, isSameMatcher),
    /** Matchers that take the place of others: what matches is other, and not simply more. */
    isReplaced: without(is, was, isSameMatcher).length > 0,
    recipients: without(notified, left, isSameRecipient).map((item) => formatRemoved(item, left)),
    means: meansLost(notified, left),
  };
}

export function warnings({ body, base, mode }: SentenceContext<Values>): readonly string[] {
  const found: string[] = [];
  if (body.enabled !== true) {
    found.push(
      mode === "create"
        ? "The configuration is off: no alerts and no notifications until it is turned on."
        : base?.enabled === true
          ? "The configuration is turned off: notifications stop, and its open alerts are cancelled."
          : "The configuration stays off: no notifications are sent.",
    );
  }
  const fires = body.enabled === true ? "alerts are raised" : "once it is on, alerts are raised";
  const removed = removedIn(base, body);
  const count = (body.matchers ?? []).length;
  if (removed.matchers.length > 0) {
    const names = formatScope({ matchers: removed.matchers.map(asMatcher) });
    found.push(
      count === 0
        ? `No matchers left: ${fires} for everything in the project.`
        : `Matcher removed (${names}): ${fires} for ${removed.isReplaced ? "other" : "more"} targets than before.`,
    );
  }
  const most = eventFamily(body.eventTypeName ?? "")?.mostMatchers;
  if (most !== undefined && count > most) {
    found.push(
      `The hosted service accepts ${pluralize(most, "matcher")} at most for this event, and will refuse ${count}. Remove all but ${most}.`,
    );
  }
  if (removed.recipients.length > 0) {
    const names = removed.recipients.join(", ");
    found.push(
      base?.enabled === true
        ? `Recipients removed (${names}): they get no more of these alerts.`
        : `Recipients removed (${names}): they get no alerts once the configuration is on.`,
    );
  }
  if (removed.means.length > 0) {
    const means = removed.means.join(", no more ");
    found.push(base?.enabled === true ? `No more ${means}.` : `No more ${means} once the configuration is on.`);
  }
  return found;
}
