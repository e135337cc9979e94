import { DAY, HOUR } from "../../text/durations.ts";
import { AUDITING } from "../auditing.ts";
import { accessRoleDraft } from "../cloud-access.ts";
import { CUSTOM_DNS } from "../custom-dns.ts";
import { settingDraft } from "../project-settings.ts";
import { objectId, type Random } from "../random.ts";
import type { DocumentDraft } from "../storage/storage.ts";
import { isoTime } from "../storage/timeline.ts";

/** Auditing, custom DNS and access roles of the main project (`domain.md` 17.2). The other projects have the defaults. */

const FILTER =
  '{"$or":[{"atype":"authenticate","result":{"$ne":0}},{"atype":{"$in":["createUser","dropUser","grantRolesToUser"]}}]}';

/** Ids of roles by purpose; other samples need the first one, which exports use. */
export type SampleRoles = { readonly exporting: string; readonly waiting: string; readonly encrypting: string };

const uuid = (random: Random): string =>
  [random.hex(8), random.hex(4), `4${random.hex(3)}`, `a${random.hex(3)}`, random.hex(12)].join("-");

export function mainSettings(
  groupId: string,
  now: number,
  random: Random,
): { drafts: readonly DocumentDraft[]; roles: SampleRoles } {
  const role = (daysAgo: number, name: string | null, uses: readonly string[]) => {
    const created = now - daysAgo * DAY;
    const authorised = name === null ? null : isoTime(created + HOUR);
    return {
      roleId: objectId(created, random),
      providerName: "AWS",
      atlasAWSAccountArn: "arn:aws:iam::299602853325:root",
      atlasAssumedRoleExternalId: uuid(random),
      authorizedDate: authorised,
      createdDate: isoTime(created),
      featureUsages: uses.map((featureType) => ({ featureType, featureId: { groupId } })),
      iamAssumedRoleArn: name === null ? null : `arn:aws:iam::772401394250:role/${name}`,
    };
  };
  const exporting = role(200, "svc-export", []);
  const encrypting = role(300, "svc-keys", ["ENCRYPTION_AT_REST"]);
  const waiting = role(2, null, []);
  const created = now - 120 * DAY;
  const principal = {
    _id: objectId(created, random),
    providerName: "AZURE",
    atlasAzureAppId: uuid(random),
    createdDate: isoTime(created),
    featureUsages: [],
    lastUpdatedDate: isoTime(created + DAY),
    servicePrincipalId: uuid(random),
    tenantId: uuid(random),
  };
  const drafts = [
    settingDraft(AUDITING, groupId, {
      auditAuthorizationSuccess: false,
      auditFilter: FILTER,
      configurationType: "FILTER_JSON",
      enabled: true,
    }),
    settingDraft(CUSTOM_DNS, groupId, { enabled: false }),
    ...[encrypting, exporting, principal, waiting].map((body) => accessRoleDraft(groupId, body)),
  ];
  return { drafts, roles: { exporting: exporting.roleId, waiting: waiting.roleId, encrypting: encrypting.roleId } };
}
