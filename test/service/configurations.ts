import { isMask } from "../../src/contract/secret.ts";
import type { Client, Reply, Row } from "./support.ts";

export { absent } from "./support.ts";

export const list = (call: Client) => `/groups/${call.groupId}/alertConfigs`;
export const one = (call: Client, id: unknown) => `${list(call)}/${id}`;

export const email = { typeName: "EMAIL", emailAddress: "dba@example.com", delayMin: 5, intervalMin: 60 };
export const usual = { eventTypeName: "NO_PRIMARY", enabled: true, notifications: [email] };
export const metric = { metricName: "DISK_PARTITION_SPACE_USED_DATA", operator: "GREATER_THAN", threshold: 80 };

/** A whole configuration of a measured value, but for who is told. */
export const MEASURED = {
  eventTypeName: "OUTSIDE_METRIC_THRESHOLD",
  enabled: true,
  severityOverride: "ERROR",
  matchers: [{ fieldName: "HOSTNAME", operator: "EQUALS", value: "prod-eu" }],
  metricThreshold: {
    metricName: "CONNECTIONS_PERCENT",
    mode: "AVERAGE",
    operator: "GREATER_THAN",
    threshold: 80,
    units: "RAW",
  },
} as const;

/** One valid notification of each kind; what stands under `secret` never comes back. */
export const KINDS: Readonly<
  Record<string, { readonly fields: Row; readonly secret: Readonly<Record<string, string>> }>
> = {
  MONITORING: { fields: { monitoringRegion: "EU" }, secret: { monitoringApiKey: "0123456789abcdef0123456789abc77a" } },
  EMAIL: { fields: { emailAddress: "dba@example.com" }, secret: {} },
  GROUP: { fields: { emailEnabled: true, roles: ["GROUP_OWNER"] }, secret: {} },
  ORG: { fields: { smsEnabled: true }, secret: {} },
  TEAM: { fields: { teamId: "a".repeat(24), emailEnabled: true }, secret: {} },
  USER: { fields: { username: "ann@example.com", emailEnabled: true, smsEnabled: true }, secret: {} },
  SMS: { fields: { mobileNumber: "+44 20 7946 0018" }, secret: {} },
  SLACK: { fields: { channelName: "#db" }, secret: { apiToken: "xoxb-123456789012-abcdef" } },
  HIP_CHAT: { fields: { roomName: "Operations" }, secret: { notificationToken: "token-of-the-room" } },
  MICROSOFT_TEAMS: { fields: {}, secret: { microsoftTeamsWebhookUrl: "https://teams.example.com/webhook/abcdef" } },
  OPS_GENIE: { fields: { opsGenieRegion: "US" }, secret: { opsGenieApiKey: "11111111-2222-3333-4444-555555555555" } },
  PAGER_DUTY: { fields: { region: "EU" }, secret: { serviceKey: "fedcba9876543210fedcba9876543210" } },
  VICTOR_OPS: { fields: { victorOpsRoutingKey: "db" }, secret: { victorOpsApiKey: "99999999-8888-7777-6666" } },
  WEBHOOK: {
    fields: {},
    secret: { webhookUrl: "https://hooks.example.com/a1", webhookSecret: "signs-each-call" },
  },
};

export const create = (call: Client, body: unknown): Promise<Reply> => call("POST", list(call), { body });

export async function created(call: Client, body: unknown): Promise<Reply> {
  const reply = await create(call, body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply;
}

export const fieldsOf = (reply: Reply): unknown[] => reply.rows("badRequestDetail", "fields").map(({ field }) => field);

/** A configuration as a careful client sends it back: masks and response-only fields left out. */
export function sentBack(reply: Reply): Record<string, unknown> {
  const { id: _id, groupId: _group, created: _created, updated: _updated, links: _links, ...rest } = Object(reply.json);
  const notifications = reply
    .rows("notifications")
    .map((notification) =>
      Object.fromEntries(
        Object.entries(notification).filter(([, value]) => !(typeof value === "string" && isMask(value))),
      ),
    );
  return { ...rest, notifications };
}
