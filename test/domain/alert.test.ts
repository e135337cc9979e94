import { expect, it } from "vitest";
import { AlertConfiguration } from "../../src/contract/alert-configurations.ts";
import { Alert } from "../../src/contract/alerts.ts";
import { configurationName, formatAlert, formatTarget } from "../../src/domain/alerts/alert.ts";
import { id } from "../areas/answers.ts";

const METRIC = "DISK_PARTITION_SPACE_USED_DATA";

const configuration = (metricThreshold: object) =>
  AlertConfiguration.parse({
    id: id(1),
    eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
    enabled: true,
    metricThreshold: { metricName: METRIC, units: "RAW", ...metricThreshold },
    notifications: [],
  });

const alert = Alert.parse({
  id: id(2),
  alertConfigId: id(1),
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  status: "OPEN",
  metricName: METRIC,
  currentValue: { number: 92.1, units: "RAW" },
});

it.each([
  [{ threshold: 80, operator: "GREATER_THAN" }, /^disk .*> 80 %$/u],
  [{ threshold: 80, operator: "NEAR" }, /^disk .*NEAR 80 %$/u],
  [{ threshold: 80, operator: null }, /^disk .*threshold 80 %$/u],
  [{ threshold: null, operator: "GREATER_THAN" }, /^disk(?: \S+ %)?$/u],
])("says of a limit of %o how it compares, and nothing of what is not told", (limit, words) => {
  for (const said of [configurationName(configuration(limit)), formatAlert(alert, configuration(limit))]) {
    expect(said).toMatch(words);
    expect(said).not.toMatch(/ {2}/u);
  }
});

it.each([
  [{ typeName: "GROUP", roles: ["GROUP_OWNER"], emailEnabled: true }, "project members with GROUP_OWNER (e-mail)"],
  [
    { typeName: "ORG", roles: ["ORG_OWNER", "ORG_MEMBER"], emailEnabled: true, smsEnabled: true },
    "organisation members with ORG_OWNER or ORG_MEMBER (e-mail, SMS)",
  ],
  [{ typeName: "GROUP", roles: [], emailEnabled: false, smsEnabled: false }, "project members"],
  [{ typeName: "TEAM", teamId: id(5), teamName: "Platform", smsEnabled: true }, "team Platform (SMS)"],
  [{ typeName: "USER", username: "ann@example.com", emailEnabled: true }, "user ann@example.com (e-mail)"],
  [{ typeName: "GROUP", roles: "GROUP_OWNER", emailEnabled: "yes" }, "project members"],
])("says whom a notification goes to, of which roles and by which means: %o", (notification, words) => {
  expect(formatTarget(notification)).toBe(words);
});
