import { isJsonObject, type Json, type JsonObject } from "../../contract/json/json.ts";
import { DAY } from "../../text/durations.ts";
import { configurationDraft } from "../alert-configurations.ts";
import { objectId, type Random } from "../random.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";

/** Names by which the sample alerts refer to the configurations that raised them. */
export type ConfigurationName =
  | "no primary"
  | "disk"
  | "connections"
  | "cpu"
  | "replication window"
  | "snapshot late"
  | "index build"
  | "host down"
  | "elections"
  | "read tickets"
  | "card"
  | "index suggestions"
  | "two factors"
  | "oplog gap";

type Sample = { readonly name: ConfigurationName; readonly body: JsonObject };

const cluster = (name: string): JsonObject => ({ fieldName: "CLUSTER_NAME", operator: "EQUALS", value: name });
const email = (emailAddress: string, intervalMin = 60): JsonObject => ({
  typeName: "EMAIL",
  emailAddress,
  delayMin: 0,
  intervalMin,
});

const metric = (metricName: string, operator: string, threshold: number): JsonObject => ({
  metricName,
  operator,
  threshold,
  units: "RAW",
  mode: "AVERAGE",
});

/** The fourteen configurations of the main project: every kind of notification, with values from the documented sets only. */
function samples(random: Random): readonly Sample[] {
  const pager: JsonObject = {
    typeName: "PAGER_DUTY",
    serviceKey: `${random.hex(28)}c77a`,
    region: "EU",
    delayMin: 0,
  };
  const chat: JsonObject = {
    typeName: "SLACK",
    channelName: "#db-oncall",
    apiToken: `xoxb-${random.hex(40)}`,
    delayMin: 0,
    intervalMin: 30,
  };
  return [
    {
      name: "no primary",
      body: {
        eventTypeName: "NO_PRIMARY",
        enabled: true,
        severityOverride: "CRITICAL",
        notifications: [
          pager,
          {
            typeName: "GROUP",
            emailEnabled: true,
            smsEnabled: false,
            roles: ["GROUP_OWNER"],
            delayMin: 0,
            intervalMin: 15,
          },
        ],
      },
    },
    {
      name: "disk",
      body: {
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        enabled: true,
        severityOverride: "CRITICAL",
        matchers: [{ fieldName: "TYPE_NAME", operator: "NOT_EQUALS", value: "ARBITER" }],
        metricThreshold: metric("DISK_PARTITION_SPACE_USED_DATA", "GREATER_THAN", 80),
        notifications: [chat, pager],
      },
    },
    {
      name: "connections",
      body: {
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        enabled: true,
        severityOverride: "WARNING",
        matchers: [{ fieldName: "REPLICA_SET_NAME", operator: "STARTS_WITH", value: "analytics" }],
        metricThreshold: metric("CONNECTIONS_PERCENT", "GREATER_THAN", 90),
        notifications: [email("dba@acme.example")],
      },
    },
    {
      name: "cpu",
      body: {
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        enabled: true,
        severityOverride: "WARNING",
        matchers: [{ fieldName: "HOSTNAME", operator: "CONTAINS", value: "prod-eu" }],
        metricThreshold: metric("NORMALIZED_SYSTEM_CPU_USER", "GREATER_THAN", 90),
        notifications: [
          {
            typeName: "MONITORING",
            monitoringApiKey: random.hex(32),
            monitoringRegion: "EU",
            delayMin: 5,
            intervalMin: 60,
          },
        ],
      },
    },
    {
      name: "replication window",
      body: {
        eventTypeName: "REPLICATION_OPLOG_WINDOW_RUNNING_OUT",
        enabled: true,
        severityOverride: "ERROR",
        matchers: [cluster("prod-eu")],
        threshold: { operator: "LESS_THAN", threshold: 2, units: "HOURS" },
        notifications: [
          {
            typeName: "OPS_GENIE",
            opsGenieApiKey: `${random.hex(8)}-${random.hex(24)}`,
            opsGenieRegion: "EU",
            delayMin: 0,
          },
        ],
      },
    },
    {
      name: "snapshot late",
      body: {
        eventTypeName: "CPS_SNAPSHOT_BEHIND",
        enabled: true,
        severityOverride: "WARNING",
        threshold: { operator: "GREATER_THAN", threshold: 12, units: "HOURS" },
        notifications: [
          email("backup@acme.example", 1440),
          {
            typeName: "WEBHOOK",
            webhookUrl: `https://hooks.acme.example/backup/${random.hex(12)}`,
            webhookSecret: random.hex(40),
            delayMin: 0,
            intervalMin: 60,
          },
        ],
      },
    },
    {
      name: "index build",
      body: {
        eventTypeName: "FTS_INDEX_BUILD_FAILED",
        enabled: true,
        severityOverride: "INFO",
        notifications: [
          {
            typeName: "MICROSOFT_TEAMS",
            microsoftTeamsWebhookUrl: `https://teams.acme.example/webhook/${random.hex(32)}`,
            delayMin: 0,
            intervalMin: 60,
          },
        ],
      },
    },
    {
      name: "host down",
      body: {
        eventTypeName: "HOST_DOWN",
        enabled: true,
        severityOverride: "ERROR",
        matchers: [{ fieldName: "HOSTNAME_AND_PORT", operator: "ENDS_WITH", value: ":27017" }],
        notifications: [
          {
            typeName: "VICTOR_OPS",
            victorOpsApiKey: `${random.hex(8)}-${random.hex(4)}-${random.hex(16)}`,
            victorOpsRoutingKey: "database",
            delayMin: 0,
          },
          { typeName: "SMS", mobileNumber: "+44 20 7946 0018", delayMin: 0, intervalMin: 30 },
        ],
      },
    },
    {
      name: "elections",
      body: {
        eventTypeName: "TOO_MANY_ELECTIONS",
        enabled: true,
        severityOverride: "ERROR",
        matchers: [cluster("prod-eu")],
        threshold: { operator: "GREATER_THAN", threshold: 3, units: "RAW" },
        notifications: [
          {
            typeName: "TEAM",
            teamId: objectId(0, random),
            teamName: "Platform",
            emailEnabled: true,
            smsEnabled: true,
            delayMin: 0,
            intervalMin: 30,
          },
        ],
      },
    },
    {
      name: "read tickets",
      body: {
        eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
        enabled: true,
        severityOverride: "WARNING",
        metricThreshold: metric("TICKETS_AVAILABLE_READS", "LESS_THAN", 30),
        notifications: [
          {
            typeName: "USER",
            username: "ann@acme.example",
            emailEnabled: true,
            smsEnabled: false,
            delayMin: 5,
            intervalMin: 60,
          },
        ],
      },
    },
    {
      name: "card",
      body: {
        eventTypeName: "CREDIT_CARD_ABOUT_TO_EXPIRE",
        enabled: true,
        notifications: [
          {
            typeName: "ORG",
            emailEnabled: true,
            smsEnabled: false,
            roles: ["ORG_OWNER", "ORG_BILLING_ADMIN"],
            delayMin: 0,
            intervalMin: 1440,
          },
        ],
      },
    },
    {
      name: "index suggestions",
      body: {
        eventTypeName: "HOST_HAS_INDEX_SUGGESTIONS",
        enabled: false,
        severityOverride: "INFO",
        notifications: [
          {
            typeName: "HIP_CHAT",
            roomName: "Operations",
            notificationToken: random.hex(40),
            delayMin: 0,
            intervalMin: 60,
          },
        ],
      },
    },
    {
      name: "two factors",
      body: {
        eventTypeName: "USERS_WITHOUT_MULTI_FACTOR_AUTH",
        enabled: false,
        notifications: [email("security@acme.example", 1440)],
      },
    },
    {
      name: "oplog gap",
      body: {
        eventTypeName: "CPS_OPLOG_BEHIND",
        enabled: true,
        severityOverride: "WARNING",
        threshold: { operator: "GREATER_THAN", threshold: 1, units: "HOURS" },
        notifications: [email("backup@acme.example")],
      },
    },
  ];
}

/** A stored configuration, with the ids that the service assigns. */
function stored(
  body: JsonObject,
  groupId: string,
  created: number,
  random: Random,
): JsonObject & { id: string; groupId: string } {
  const notifications = Array.isArray(body["notifications"]) ? body["notifications"] : [];
  return {
    id: objectId(created, random),
    groupId,
    created: isoTime(created),
    updated: isoTime(created + random.whole(0, 40) * DAY),
    matchers: [],
    ...body,
    notifications: notifications.map((one: Json) => ({
      ...(isJsonObject(one) ? one : {}),
      notifierId: objectId(created, random),
    })),
  };
}

export type SeededConfigurations = {
  readonly drafts: readonly DocumentDraft[];
  readonly bodies: ReadonlyMap<ConfigurationName, JsonObject>;
};

/** The main project's configurations, the oldest four months old. */
export function mainConfigurations(groupId: string, now: number, random: Random): SeededConfigurations {
  const all = samples(random).map(({ name, body }, index) => {
    const created = now - (120 - index * 4) * DAY;
    return { name, body: stored(body, groupId, created, random) };
  });
  return {
    drafts: all.map(({ body }) => configurationDraft(body)),
    bodies: new Map(all.map(({ name, body }) => [name, body])),
  };
}

/**
 * The second project's configurations. One has a kind of notification that this program does not know, an unknown field, and an interval of 0
 * minutes, which the service has stored although it would refuse it today.
 */
export function stagingConfigurations(groupId: string, now: number, random: Random): readonly JsonObject[] {
  const bodies: readonly JsonObject[] = [
    {
      eventTypeName: "NO_PRIMARY",
      enabled: true,
      severityOverride: "WARNING",
      notifications: [{ typeName: "GROUP", emailEnabled: true, smsEnabled: false, delayMin: 0, intervalMin: 60 }],
    },
    {
      eventTypeName: "HOST_DOWN",
      enabled: true,
      escalationPolicy: { name: "follow-the-sun", levels: 3 },
      notifications: [
        {
          typeName: "CARRIER_PIGEON",
          loft: "north tower",
          delayMin: 0,
          intervalMin: 0,
        },
        { typeName: "EMAIL", emailAddress: "staging@acme.example", delayMin: 5, intervalMin: 0 },
      ],
    },
  ];
  return bodies.map((body, index) => stored(body, groupId, now - (60 - index) * DAY, random));
}
