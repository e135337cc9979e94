import * as z from "zod";
import { lookupTable } from "../json/own-values.ts";
import { amount, flag, INT32, many, secret, text } from "../schema/fields.ts";
import { enteredId, OBJECT_ID } from "../schema/ids.ts";
import { ofLength } from "../schema/lengths.ts";
import { someText } from "../schema/some-text.ts";
import { tolerantUnion, variantUnion } from "../schema/unions.ts";
import { isMask, Secret } from "../secret.ts";

/**
 * The fourteen kinds of notification. Specification 2.2 shows the fields of the metrics monitoring kind; the others are on the list of assumptions.
 * The hints come from the field table of `domain.md` 3.
 */

const PROJECT_ROLES = [
  "GROUP_OWNER",
  "GROUP_READ_ONLY",
  "GROUP_CLUSTER_MANAGER",
  "GROUP_BACKUP_MANAGER",
  "GROUP_DATA_ACCESS_ADMIN",
  "GROUP_DATA_ACCESS_READ_ONLY",
  "GROUP_DATA_ACCESS_READ_WRITE",
  "GROUP_DATABASE_ACCESS_ADMIN",
  "GROUP_OBSERVABILITY_VIEWER",
  "GROUP_SEARCH_INDEX_EDITOR",
  "GROUP_STREAM_PROCESSING_OWNER",
] as const;

const ORGANISATION_ROLES = [
  "ORG_OWNER",
  "ORG_MEMBER",
  "ORG_GROUP_CREATOR",
  "ORG_BILLING_ADMIN",
  "ORG_BILLING_READ_ONLY",
  "ORG_READ_ONLY",
] as const;

const TWO_SITES = ["US", "EU"] as const;
const MONITORING_SITES = ["US", "EU", "US3", "US5", "AP1", "US1_FED"] as const;

const delayMin = z.int().min(0, "0 or more").max(INT32, `at most ${INT32}`).optional().meta({
  title: "Delay",
  help: "How long the problem must last before the first notification",
  example: "5",
  unit: "min",
});

const intervalMin = z.int().min(5, "at least 5").max(INT32, `at most ${INT32}`).optional().meta({
  title: "Repeat every",
  help: "At least 5; not used for incident-management channels",
  example: "60",
  unit: "min",
});

const notifierId = z.string().regex(OBJECT_ID).optional().meta({
  title: "Stored notification",
  help: "Sent automatically so that stored secrets are kept",
  internal: true,
});

const integrationId = enteredId().optional().meta({
  title: "Project integration",
  help: "Integration whose credentials are used instead",
});

const covered = (title: string, help: string) =>
  secret().optional().meta({ title, help, example: "(hidden)", secret: true });

/** A key of a provider whose keys all look alike; the service does not check it (on the list of assumptions). */
const hexadecimalKey = (title: string) =>
  secret()
    .optional()
    .meta({
      title,
      help: "32 hexadecimal characters; shown masked later",
      example: "(hidden)",
      secret: true,
      usual: { words: "32 hexadecimal characters", isLike: (value) => /^[\da-f]{32}$/iu.test(value) },
    });

/** A secret address: anyone who has it can send to it. It is hidden while it is typed, so a wrong one would go unnoticed. */
const coveredAddress = (help: string, example: string) =>
  secret()
    .refine(
      // Zod also runs the check on values that are no secret: it must not throw on them.
      (address) => !(address instanceof Secret) || isMask(address.reveal()) || isWebAddress(address.reveal()),
      "enter an address that starts with https:// or http://",
    )
    .optional()
    .meta({ title: "Webhook URL", help, example, secret: true });

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s/]/u.test(text) && URL.canParse(text);

const KEY_HELP = "Shown masked later";

const emailEnabled = z
  .boolean()
  .optional()
  .meta({ title: "By e-mail", help: "Notify members by e-mail", ghost: "off" });
const smsEnabled = z
  .boolean()
  .optional()
  .meta({ title: "By text message", help: "Notify members by SMS", ghost: "off" });

const common = { delayMin, intervalMin, notifierId };
/** Incident-management channels repeat notifications themselves, so they take no interval. */
const incident = { delayMin, notifierId };

const kind = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, title: string, fields: Fields) =>
  z.strictObject({ typeName: z.literal(name), ...fields }).meta({ title });

const Monitoring = kind("MONITORING", "Metrics monitoring", {
  monitoringApiKey: hexadecimalKey("API key"),
  monitoringRegion: z.enum(MONITORING_SITES).optional().meta({
    title: "Region",
    help: "Region of your monitoring account",
    example: "US",
    ghost: "US",
    known: MONITORING_SITES,
    assumes: "values of monitoringRegion",
  }),
  integrationId,
  ...common,
});

const Email = kind("EMAIL", "E-mail", {
  emailAddress: z
    .email("enter an e-mail address such as dba@example.com")
    .optional()
    .meta({ title: "E-mail", help: "Address to notify", example: "dba@example.com" }),
  ...common,
});

const Group = kind("GROUP", "Project members", {
  emailEnabled,
  smsEnabled,
  roles: z
    .array(z.enum(PROJECT_ROLES))
    .min(1, ofLength("choose at least one role, or leave empty for all members"))
    .optional()
    .meta({
      title: "Project roles",
      help: "Only members with these roles; empty = all members",
      example: "GROUP_OWNER",
      known: PROJECT_ROLES,
    }),
  ...common,
});

const Org = kind("ORG", "Organisation members", {
  emailEnabled,
  smsEnabled,
  roles: z
    .array(z.enum(ORGANISATION_ROLES))
    .min(1, ofLength("choose at least one role, or leave empty for all members"))
    .optional()
    .meta({
      title: "Organisation roles",
      help: "Only members with these roles; empty = all members",
      example: "ORG_OWNER",
      known: ORGANISATION_ROLES,
    }),
  ...common,
});

const Team = kind("TEAM", "Team", {
  teamId: enteredId().optional().meta({ title: "Team", help: "Team to notify", example: "65f0…9c1a" }),
  teamName: z
    .string()
    .optional()
    .meta({ title: "Team name", help: "Name of the team at the service", example: "Platform" }),
  emailEnabled,
  smsEnabled,
  ...common,
});

const User = kind("USER", "User", {
  username: z
    .email("enter the user's e-mail address")
    .optional()
    .meta({ title: "User", help: "Project member to notify", example: "ann@example.com" }),
  emailEnabled,
  smsEnabled,
  ...common,
});

const Sms = kind("SMS", "Text message", {
  mobileNumber: someText("enter a number").optional().meta({
    title: "Mobile number",
    help: "Number to notify, with country code",
    example: "+44 20 7946 0018",
  }),
  ...common,
});

const Slack = kind("SLACK", "Chat (Slack)", {
  channelName: someText("choose a channel")
    .optional()
    .meta({ title: "Chat channel", help: "Name of the channel", example: "#db-oncall" }),
  apiToken: covered("API token", KEY_HELP),
  integrationId,
  ...common,
});

const HipChat = kind("HIP_CHAT", "Chat (HipChat, obsolete)", {
  roomName: z
    .string()
    .optional()
    .meta({ title: "Room", help: "Chat room name; refused by hosted projects", example: "Operations" }),
  notificationToken: covered("Notification token", KEY_HELP),
  integrationId,
  ...common,
});

const MicrosoftTeams = kind("MICROSOFT_TEAMS", "Chat (Microsoft Teams)", {
  microsoftTeamsWebhookUrl: coveredAddress("Incoming webhook of the channel; shown masked later", "https://…"),
  integrationId,
  ...common,
});

const OpsGenie = kind("OPS_GENIE", "Incident management (Opsgenie)", {
  opsGenieApiKey: covered("API key", KEY_HELP),
  opsGenieRegion: z
    .enum(TWO_SITES)
    .optional()
    .meta({ title: "Region", help: "Region of your account", example: "US", ghost: "US", known: TWO_SITES }),
  integrationId,
  ...incident,
});

const PagerDuty = kind("PAGER_DUTY", "Incident management (PagerDuty)", {
  serviceKey: hexadecimalKey("Service key"),
  region: z
    .enum(TWO_SITES)
    .optional()
    .meta({ title: "Region", help: "Region of your account", example: "US", ghost: "US", known: TWO_SITES }),
  integrationId,
  ...incident,
});

const VictorOps = kind("VICTOR_OPS", "Incident management (VictorOps)", {
  victorOpsApiKey: covered("API key", KEY_HELP),
  victorOpsRoutingKey: z
    .string()
    .optional()
    .meta({ title: "Routing key", help: "Route to notify", example: "database" }),
  integrationId,
  ...incident,
});

const Webhook = kind("WEBHOOK", "Webhook", {
  webhookUrl: coveredAddress("URL called for each alert", "https://hooks.example.com/a1"),
  webhookSecret: covered("Webhook secret", "Signs each call"),
  integrationId,
  ...common,
});

/** A notification in a request: one of fourteen strict kinds. */
export const Notification = variantUnion("typeName", [
  Email,
  PagerDuty,
  OpsGenie,
  VictorOps,
  Slack,
  MicrosoftTeams,
  Webhook,
  Monitoring,
  Group,
  Org,
  Team,
  User,
  Sms,
  HipChat,
]);

const receivedCommon = { delayMin: amount(), intervalMin: amount(), notifierId: text(), integrationId: text() };

const received = <const Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) =>
  z.looseObject({ typeName: z.literal(name), ...fields, ...receivedCommon });

const members = { emailEnabled: flag(), smsEnabled: flag(), roles: many(z.string()) };

/** A notification in an answer: known kinds have their shape, unknown kinds pass unchanged; secrets are masked. */
export const ReceivedNotification = tolerantUnion("typeName", [
  received("EMAIL", { emailAddress: text() }),
  received("PAGER_DUTY", { serviceKey: text(), region: text() }),
  received("OPS_GENIE", { opsGenieApiKey: text(), opsGenieRegion: text() }),
  received("VICTOR_OPS", { victorOpsApiKey: text(), victorOpsRoutingKey: text() }),
  received("SLACK", { apiToken: text(), channelName: text() }),
  received("MICROSOFT_TEAMS", { microsoftTeamsWebhookUrl: text() }),
  received("WEBHOOK", { webhookUrl: text(), webhookSecret: text() }),
  received("MONITORING", { monitoringApiKey: text(), monitoringRegion: text() }),
  received("GROUP", members),
  received("ORG", members),
  received("TEAM", { teamId: text(), teamName: text(), emailEnabled: flag(), smsEnabled: flag() }),
  received("USER", { username: text(), emailEnabled: flag(), smsEnabled: flag() }),
  received("SMS", { mobileNumber: text() }),
  received("HIP_CHAT", { notificationToken: text(), roomName: text() }),
]);

/** Kinds that repeat notifications themselves and therefore take no interval (`domain.md` 3.3). */
export const INCIDENT_KINDS: readonly string[] = ["PAGER_DUTY", "OPS_GENIE", "VICTOR_OPS"];

/** Fields that the service masks in answers, by kind: `partial` keeps the last four characters, `full` none. */
const MASKED_FIELDS: Readonly<Record<string, Readonly<Record<string, "partial" | "full">>>> = lookupTable({
  MONITORING: { monitoringApiKey: "partial" },
  HIP_CHAT: { notificationToken: "partial" },
  MICROSOFT_TEAMS: { microsoftTeamsWebhookUrl: "partial" },
  OPS_GENIE: { opsGenieApiKey: "partial" },
  PAGER_DUTY: { serviceKey: "partial" },
  SLACK: { apiToken: "partial" },
  VICTOR_OPS: { victorOpsApiKey: "partial" },
  WEBHOOK: { webhookSecret: "full", webhookUrl: "partial" },
});

/** Required fields of each kind: its credential or address. An integration or a stored notification replaces those that are masked. */
const NEEDED_FIELDS: Readonly<Record<string, readonly string[]>> = lookupTable({
  MONITORING: ["monitoringApiKey"],
  EMAIL: ["emailAddress"],
  HIP_CHAT: ["notificationToken", "roomName"],
  MICROSOFT_TEAMS: ["microsoftTeamsWebhookUrl"],
  OPS_GENIE: ["opsGenieApiKey"],
  PAGER_DUTY: ["serviceKey"],
  SLACK: ["apiToken", "channelName"],
  SMS: ["mobileNumber"],
  TEAM: ["teamId"],
  USER: ["username"],
  VICTOR_OPS: ["victorOpsApiKey"],
  WEBHOOK: ["webhookUrl"],
});

/** Masked fields of a kind; none for an unknown kind, even one named like an object method (`constructor`). */
export const maskedFields = (typeName: string): Readonly<Record<string, "partial" | "full">> =>
  MASKED_FIELDS[typeName] ?? {};

/** Required fields of a kind. */
export const neededFields = (typeName: string): readonly string[] => NEEDED_FIELDS[typeName] ?? [];

/** Kinds that notify people; at least one of e-mail and SMS has to be on. */
export const PEOPLE_KINDS: readonly string[] = ["GROUP", "ORG", "TEAM", "USER"];
