import { describe, expect, test } from "vitest";
import { Notification, ReceivedNotification } from "../../src/contract/alert-configurations/notifications.ts";
import { AlertConfiguration, AlertConfigurationBody, ToggleBody } from "../../src/contract/alert-configurations.ts";
import { AcknowledgementBody, COMMENT_LIMIT } from "../../src/contract/alerts.ts";
import { type Json, type JsonObject, type Path, parseJson } from "../../src/contract/json/json.ts";
import { violationsOf } from "../../src/contract/schema/body.ts";
import { variantsOf } from "../../src/contract/schema/unions.ts";

const NOTIFIER = "65f0000000000000000000b1";
const email = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 0, intervalMin: 60 };
const whole: JsonObject = { eventTypeName: "NO_PRIMARY", enabled: true, matchers: [], notifications: [email] };
const host: JsonObject = {
  ...whole,
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  metricThreshold: {
    metricName: "DISK_PARTITION_SPACE_USED_DATA",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 80,
    units: "RAW",
  },
};
const counted: JsonObject = {
  ...whole,
  eventTypeName: "REPLICATION_OPLOG_WINDOW_RUNNING_OUT",
  threshold: { operator: "LESS_THAN", threshold: 1, units: "HOURS" },
};
const key = "0123456789abcdef0123456789abcdef";

/** Each rule: a body that breaks it and nothing else, where it says so, and the same body put right. */
const RULES: Readonly<
  Record<string, { readonly broken: JsonObject; readonly path: Path; readonly right: JsonObject }>
> = {
  "threshold-required": { broken: { ...counted, threshold: null }, path: ["threshold"], right: counted },
  "threshold-refused": {
    broken: { ...whole, threshold: { operator: "LESS_THAN", threshold: 1 } },
    path: ["threshold"],
    right: whole,
  },
  "metric-threshold-required": { broken: { ...host, metricThreshold: null }, path: ["metricThreshold"], right: host },
  "metric-threshold-refused": {
    broken: { ...whole, metricThreshold: { metricName: "X", operator: "LESS_THAN", threshold: 1 } },
    path: ["metricThreshold"],
    right: whole,
  },
  "threshold-operator": {
    broken: { ...counted, threshold: { operator: "GREATER_THAN", threshold: 1, units: "HOURS" } },
    path: ["threshold", "operator"],
    right: counted,
  },
  "threshold-units": {
    broken: { ...counted, threshold: { operator: "LESS_THAN", threshold: 1, units: "GIGABYTES" } },
    path: ["threshold", "units"],
    right: { ...counted, threshold: { operator: "LESS_THAN", threshold: 0, units: "DAYS" } },
  },
  "metric-of-family": {
    broken: { ...host, metricThreshold: { metricName: "SERVERLESS_CONNECTIONS", operator: "LESS_THAN", threshold: 1 } },
    path: ["metricThreshold", "metricName"],
    right: host,
  },
  "metric-units": {
    broken: {
      ...host,
      metricThreshold: {
        metricName: "DISK_PARTITION_SPACE_USED_DATA",
        operator: "LESS_THAN",
        threshold: 1,
        units: "HOURS",
      },
    },
    path: ["metricThreshold", "units"],
    right: host,
  },
  "matcher-of-family": {
    broken: { ...whole, matchers: [{ fieldName: "APPLICATION_ID", operator: "EQUALS", value: "x" }] },
    path: ["matchers", 0, "fieldName"],
    right: { ...whole, matchers: [{ fieldName: "REPLICA_SET_NAME", operator: "EQUALS", value: "x" }] },
  },
  "one-group": {
    broken: { ...whole, notifications: [group(), group()] },
    path: ["notifications"],
    right: { ...whole, notifications: [group(), { typeName: "ORG", smsEnabled: true }] },
  },
  "email-or-sms": {
    broken: { ...whole, notifications: [email, { typeName: "TEAM", teamId: NOTIFIER, emailEnabled: false }] },
    path: ["notifications", 1, "emailEnabled"],
    right: { ...whole, notifications: [email, { typeName: "TEAM", teamId: NOTIFIER, smsEnabled: true }] },
  },
  "no-interval": {
    broken: { ...whole, notifications: [{ typeName: "PAGER_DUTY", serviceKey: key, intervalMin: 60 }] },
    path: ["notifications", 0, "intervalMin"],
    right: { ...whole, notifications: [{ typeName: "PAGER_DUTY", serviceKey: key, delayMin: 60 }] },
  },
  "address-or-stored": {
    broken: { ...whole, notifications: [{ typeName: "SLACK", channelName: "#db" }] },
    path: ["notifications", 0, "typeName"],
    right: { ...whole, notifications: [{ typeName: "SLACK", channelName: "#db", notifierId: NOTIFIER }] },
  },
  "no-mask": {
    broken: { ...whole, notifications: [{ typeName: "WEBHOOK", webhookUrl: "****************a1b2" }] },
    path: ["notifications", 0, "typeName"],
    right: { ...whole, notifications: [{ typeName: "WEBHOOK", webhookUrl: "https://hooks.example.com/a1" }] },
  },
};

function group(): JsonObject {
  return { typeName: "GROUP", emailEnabled: true };
}

/** Rules of the body alone: a rule is tested even where the shape has a fault of its own. */
const brokenRules = (body: JsonObject, received?: JsonObject) => {
  const names = AlertConfigurationBody.rules.map((rule) => rule.name);
  return violationsOf(AlertConfigurationBody, body, received).filter(({ rule }) => names.includes(rule));
};

test("every rule is shown here", () => {
  expect(Object.keys(RULES).toSorted()).toEqual(AlertConfigurationBody.rules.map((rule) => rule.name).toSorted());
});

describe.each(Object.entries(RULES))("the rule %s", (name, { broken, path, right }) => {
  test("is broken there and nowhere else, and whole when put right", () => {
    expect(brokenRules(broken).map((violation) => [violation.rule, violation.path])).toEqual([[name, path]]);
    expect(violationsOf(AlertConfigurationBody, right)).toEqual([]);
  });

  test("says it to a person in a few words", () => {
    const [violation] = brokenRules(broken);
    expect(violation?.message).toMatch(/^[a-z].{5,90}$/u);
  });

  test("is not held against who finds it broken, unless nothing excuses it, and always against who breaks it", () => {
    const excused = name === "no-mask" ? [name] : [];
    expect(brokenRules(broken, { id: "x", ...broken }).map(({ rule }) => rule)).toEqual(excused);
    expect(brokenRules(broken, { id: "x", ...right }).map(({ rule }) => rule)).toEqual([name]);
  });
});

describe.each([
  ["WEBHOOK", "webhookUrl"],
  ["MICROSOFT_TEAMS", "microsoftTeamsWebhookUrl"],
])("the address of a notification by %s", (typeName, field) => {
  const wrongIn = (address: string, received?: string) =>
    violationsOf(
      AlertConfigurationBody,
      { ...whole, notifications: [{ typeName, [field]: address }] },
      received === undefined ? undefined : { ...whole, notifications: [{ typeName, [field]: received }] },
    ).map(({ path, message }) => `${path.join(".")}: ${message}`);

  test.each(["https://hooks.example.com/a1", "http://10.0.0.7:8080/alerts?key=1"])("may be %s", (address) => {
    expect(wrongIn(address)).toEqual([]);
  });

  test.each(["hooks.example.com", "not an address", "javascript:alert(1)", "ftp://hooks.example.com/a1", "https://"])(
    "is not %s, but as what the service holds already",
    (address) => {
      expect(wrongIn(address)).toEqual([
        `notifications.0.${field}: enter an address that starts with https:// or http://`,
      ]);
      expect(wrongIn(address, address)).toEqual([]);
    },
  );
});

describe("a change of one field against another that stays", () => {
  const changes: readonly (readonly [string, JsonObject, JsonObject, Path])[] = [
    ["an event that has no limit", counted, { ...counted, eventTypeName: "NO_PRIMARY" }, ["threshold"]],
    [
      "an event that is compared the other way",
      {
        ...counted,
        eventTypeName: "REPLICATION_OPLOG_WINDOW_HEALTHY",
        threshold: { operator: "GREATER_THAN", threshold: 1 },
      },
      { ...counted, threshold: { operator: "GREATER_THAN", threshold: 1 } },
      ["threshold", "operator"],
    ],
    [
      "an event of another family of metrics",
      host,
      { ...host, eventTypeName: "OUTSIDE_SERVERLESS_METRIC_THRESHOLD" },
      ["metricThreshold", "metricName"],
    ],
  ];
  test.each(changes)("%s is told, although the limit stands in the stored document", (_name, stored, body, path) => {
    expect(brokenRules(body, stored).map((violation) => violation.path)).toContainEqual(path);
  });

  test("a second chat without a token is told, although there is one with a token", () => {
    const chat = { typeName: "SLACK", channelName: "#db", apiToken: "****a1b2", notifierId: NOTIFIER };
    const stored = { ...whole, notifications: [chat] };
    const { apiToken: _mask, ...kept } = chat;
    const body = { ...whole, notifications: [kept, { typeName: "SLACK", channelName: "#other" }] };
    expect(brokenRules(body, stored).map(({ path }) => path)).toEqual([["notifications", 1, "typeName"]]);
  });
});

describe("a replacing write", () => {
  const stored: JsonObject = {
    ...whole,
    future: { b: [1] },
    notifications: [
      { typeName: "CARRIER_PIGEON", loft: 7 },
      { ...email, intervalMin: 0, notifierId: NOTIFIER },
    ],
  };

  test("takes back what was received, unknown kinds and values out of range included, wherever it moves", () => {
    expect(violationsOf(AlertConfigurationBody, stored, stored)).toEqual([]);
    const [pigeon, mail] = Array.isArray(stored["notifications"]) ? stored["notifications"] : [];
    const moved = { ...stored, notifications: [mail ?? null, pigeon ?? null] };
    expect(violationsOf(AlertConfigurationBody, moved, stored)).toEqual([]);
  });

  test("judges what a person changed", () => {
    const changed = {
      ...stored,
      notifications: [
        { typeName: "CARRIER_PIGEON", loft: 7 },
        { ...email, intervalMin: 4 },
      ],
      other: 1,
    };
    expect(violationsOf(AlertConfigurationBody, changed, stored).map(({ path }) => path)).toEqual([
      ["notifications", 1, "intervalMin"],
      ["other"],
    ]);
  });

  test("without a stored document takes nothing on trust", () => {
    expect(violationsOf(AlertConfigurationBody, stored).map(({ path }) => path)).toEqual([
      ["notifications", 0, "typeName"],
      ["notifications", 1, "intervalMin"],
      ["future"],
    ]);
  });
});

describe("notifications", () => {
  const kinds = [...(variantsOf(Notification)?.variants.keys() ?? [])];

  test("are of fourteen kinds, in requests and in answers", () => {
    expect(kinds).toHaveLength(14);
    expect([...(variantsOf(ReceivedNotification)?.variants.keys() ?? [])].toSorted()).toEqual(kinds.toSorted());
  });

  test("of an unknown kind are read as they come, and written by nobody", () => {
    const pigeon = { typeName: "CARRIER_PIGEON", loft: 7, deep: { typeName: "EMAIL" } };
    expect(ReceivedNotification.parse(pigeon)).toEqual(pigeon);
    expect(Notification.safeParse(pigeon).success).toBe(false);
    expect(violationsOf(AlertConfigurationBody, { ...whole, notifications: [pigeon] })[0]?.message).toContain(
      "unknown type",
    );
  });

  test.each(kinds)("of the kind %s and of a wrong shape are refused, in answers too", (typeName) => {
    expect(ReceivedNotification.safeParse({ typeName, delayMin: "five" }).success).toBe(false);
    expect(ReceivedNotification.safeParse({ typeName, delayMin: 5, later: { any: 1 } }).success).toBe(true);
    expect(Notification.safeParse({ typeName, delayMin: 5, later: 1 }).success).toBe(false);
  });

  test("are kept whole when a configuration is read", () => {
    const document = {
      id: NOTIFIER,
      ...whole,
      notifications: [{ typeName: "CARRIER_PIGEON" }, { ...email, extra: [null] }],
      more: 1,
    };
    expect(AlertConfiguration.parse(document)).toEqual(document);
  });
});

describe("bodies that are not objects, or not whole", () => {
  test.each(["[]", "1", "null", '"x"', "{}", '{"eventTypeName":1,"notifications":[]}', '{"notifications":{}}'])(
    "%s is refused",
    (text) => {
      const json = parseJson(text);
      expect(json.ok && violationsOf(AlertConfigurationBody, json.value).length).toBeGreaterThan(0);
    },
  );

  test("a missing field is called required", () => {
    expect(violationsOf(ToggleBody, {})).toEqual([{ path: ["enabled"], message: "required", rule: "required" }]);
    expect(violationsOf(ToggleBody, { enabled: "yes" })[0]?.path).toEqual(["enabled"]);
  });

  test("rules are told even while another field has a wrong type", () => {
    const found = violationsOf(AlertConfigurationBody, { ...whole, enabled: "yes", notifications: [group(), group()] });
    expect(found.map(({ path }) => path)).toEqual([["enabled"], ["notifications"]]);
  });
});

describe("an acknowledgement", () => {
  const valid: readonly Json[] = [
    {},
    { acknowledgedUntil: "2026-11-21T14:06:12Z", acknowledgementComment: "x".repeat(COMMENT_LIMIT) },
    { acknowledgedUntil: "2026-11-21T14:06:12+02:00" },
    { unacknowledgeAlert: true },
  ];
  test.each(valid.map((body) => [JSON.stringify(body).slice(0, 60), body] as const))("%s is whole", (_name, body) => {
    expect(violationsOf(AcknowledgementBody, body)).toEqual([]);
  });

  test.each([
    [{ acknowledgementComment: "x".repeat(COMMENT_LIMIT + 1) }, "acknowledgementComment"],
    [{ acknowledgedUntil: "tomorrow" }, "acknowledgedUntil"],
    [{ acknowledgedUntil: "2026-11-21" }, "acknowledgedUntil"],
    [{ unacknowledgeAlert: "true" }, "unacknowledgeAlert"],
    [{ comment: "x" }, "comment"],
  ])("%j is not", (body, field) => {
    expect(violationsOf(AcknowledgementBody, body).map(({ path }) => path)).toEqual([[field]]);
  });
});
