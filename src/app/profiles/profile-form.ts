import * as z from "zod";
import { localForm } from "../../areas/builders/local-form.ts";
import { type Effect, type FormSetup, NO_PREFLIGHT } from "../../areas/model/effect.ts";
import type { AreaId } from "../../contract/area-ids.ts";
import { lookupTable } from "../../contract/json/own-values.ts";
import { body } from "../../contract/schema/body.ts";
import { secret } from "../../contract/schema/fields.ts";
import { ofLength } from "../../contract/schema/lengths.ts";
import { Secret } from "../../contract/secret.ts";
import type { FormPlan, PlanContext } from "../../forms/form-plan.ts";
import type { FormValues } from "../../forms/schema/form-values.ts";
import type { Suggestion } from "../../forms/suggestion.ts";
import { addressProblem } from "../../settings/address.ts";
import { CREDENTIAL_KINDS, type ProfileValues, SECRETS_IN } from "../../settings/profile-values.ts";

/** Form of a profile: address of the service, credentials, and storage of the secret. */

const line = () => z.string().min(1, ofLength());
const keyOrAccount = "Issued by the service; shown there once";

const Shape = z.strictObject({
  name: line()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, "use letters, digits, dots, hyphens and underscores")
    .meta({ title: "Name", help: "Shown at the top of the screen; sextant --profile NAME opens it", example: "prod" }),
  baseUrl: line().meta({
    title: "Address",
    help: "Of the service, without the path of the API and without a user name",
    example: "https://service.example.com",
  }),
  dialect: z.enum(["specification", "atlas"]).meta({
    title: "Dialect",
    help: "atlas for the hosted service, specification for one made with sextant serve",
  }),
  environment: z.enum(["production", "other"]).meta({
    title: "Environment",
    help: "Production starts read-only until changes are unlocked",
  }),
  readOnly: z.boolean().optional().meta({ title: "Read-only", help: "Block all changes, always" }),
  credentials: z.enum(CREDENTIAL_KINDS).meta({ title: "Credentials", help: "Who calls the service" }),
  publicKey: line().optional().meta({ title: "Public key", help: keyOrAccount, example: "abcdefgh" }),
  clientId: line().optional().meta({ title: "Client id", help: keyOrAccount, example: "sa_id_0123456789abcdef" }),
  secretIn: z.enum(SECRETS_IN).optional().meta({
    title: "Keep secret in",
    help: "Keyring of the desktop; an environment variable; or in clear in secrets.json, which only you can read",
  }),
  secret: secret().optional().meta({
    title: "Secret",
    help: "Private key of the API key, or client secret of the service account",
    example: "(hidden)",
    secret: true,
  }),
  secretVariable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, "use letters, digits and underscores")
    .optional()
    .meta({ title: "Variable", help: "Environment variable that has the secret", example: "PROD_PRIVATE_KEY" }),
  command: line().optional().meta({
    title: "Command",
    help: "Prints publicKey and privateKey, or clientId and clientSecret, as JSON; run without a shell",
    example: "/usr/local/bin/service-key prod",
  }),
  orgId: z
    .string()
    .regex(/^[0-9a-f]{24}$/u, "use 24 hexadecimal characters, lower case")
    .optional()
    .meta({ title: "Organisation", help: "Its id; optional", example: "0123456789abcdef01234567" }),
  caFile: line().optional().meta({
    title: "CA file",
    help: "An additional certificate authority (PEM); optional",
    example: "/etc/ssl/service-ca.pem",
  }),
  settingsFiles: line().optional().meta({
    title: "Settings files",
    help: "File or folder; the overview shows where the project differs from them; optional",
    example: "~/git/settings/payments",
  }),
  tokenUrl: line().optional().meta({
    title: "Token address",
    help: "For the tokens of a service account, if it is not the service's; optional",
    example: "https://tokens.example.com/api/oauth/token",
  }),
  metricsUrl: line().optional().meta({
    title: "Metrics address",
    help: "Of the metrics integration, if it is not the service's; optional",
    example: "https://metrics.example.com",
  }),
  check: z.boolean().meta({ title: "Test first", help: "Asks the service before anything is saved" }),
});

const Question = body(Shape);

type Values = FormValues<typeof Question>;

const CREDENTIAL_LABELS: Readonly<Record<string, string>> = lookupTable({
  key: "API key",
  account: "service account",
  command: "a command prints them",
  variables: "SEXTANT_* variables",
});

const SECRET_PLACE_LABELS: Readonly<Record<string, string>> = lookupTable({
  keyring: "keyring",
  file: "secrets.json",
  variable: "environment variable",
});

const choicesOf = (words: Readonly<Record<string, string>>): readonly Suggestion[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** Conditions of a field that is shown, and then required, in some cases. */
const onlyWhere = (is: (context: PlanContext<Values>) => boolean) => ({
  when: (context: PlanContext<Values>) => ({ shown: is(context) }),
  required: is,
});

const logsInBy =
  (kind: string) =>
  ({ body: { credentials } }: PlanContext<Values>): boolean =>
    credentials === kind;

const hasSecret = ({ body: { credentials } }: PlanContext<Values>): boolean =>
  credentials === "key" || credentials === "account";

const isKept = (context: PlanContext<Values>): boolean =>
  hasSecret(context) && (context.body.secretIn === "keyring" || context.body.secretIn === "file");

/** Error of an address, or null. */
function enteredAddressProblem(text: string): string | null {
  const problem = addressProblem(text);
  return problem === null ? null : `enter ${problem}`;
}

/** A new profile, a change of one, or a copy of one. `former`: name of the changed or copied one. */
export type ProfileTask = { readonly kind: "new" | "change" | "copy"; readonly former: string | null };

const planFor = (area: AreaId, { kind, former }: ProfileTask): FormPlan<Values> => ({
  operation: localForm("profile", area, "Profile", Question),
  title: () => (kind === "change" ? `Edit profile ${former ?? ""}` : "New profile"),
  sentence: ({ body: { check, secretIn, credentials } }) => {
    const asks =
      check === false ? "Saves without asking the service." : "Asks the service for its projects, then saves.";
    const isFile = secretIn === "file" && (credentials === "key" || credentials === "account");
    return isFile ? `${asks} The secret stands in clear in secrets.json.` : asks;
  },
  button: () => "Save profile",
  fields: [
    { path: "name" },
    { path: "baseUrl", check: enteredAddressProblem },
    { path: "dialect" },
    { path: "environment" },
    { path: "credentials", choices: () => choicesOf(CREDENTIAL_LABELS) },
    { path: "publicKey", ...onlyWhere(logsInBy("key")) },
    { path: "clientId", ...onlyWhere(logsInBy("account")) },
    { path: "secretIn", ...onlyWhere(hasSecret), choices: () => choicesOf(SECRET_PLACE_LABELS) },
    { path: "secret", ...onlyWhere(isKept), required: (context) => isKept(context) && kind !== "change" },
    {
      path: "secretVariable",
      ...onlyWhere((context) => hasSecret(context) && context.body.secretIn === "variable"),
    },
    { path: "command", ...onlyWhere(logsInBy("command")) },
    { path: "readOnly" },
    { path: "orgId" },
    { path: "caFile" },
    { path: "settingsFiles" },
    { path: "tokenUrl", check: enteredAddressProblem },
    { path: "metricsUrl", check: enteredAddressProblem },
    { path: "check" },
  ],
  always: ["check"],
});

/** Form values of a profile, or defaults for a new one. */
export function formOfValues(values: ProfileValues | null): Values {
  if (values === null) {
    return { dialect: "atlas", environment: "production", credentials: "account", secretIn: "keyring", check: true };
  }
  const { credentials, caller, callerVariable: _unasked, ...others } = values;
  const filled = {
    ...others,
    publicKey: credentials === "key" ? caller : undefined,
    clientId: credentials === "account" ? caller : undefined,
  };
  return {
    ...Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== undefined)),
    dialect: values.dialect === "atlas" ? "atlas" : "specification",
    environment: values.environment === "production" ? "production" : "other",
    credentials,
    check: true,
  };
}

/** Form values as they are saved. */
export type Filled = { readonly values: ProfileValues; readonly secret: Secret | null; readonly isChecked: boolean };

function filledIn({
  check,
  secret: entered,
  publicKey,
  clientId,
  name = "",
  credentials = "variables",
  ...rest
}: Values): Filled {
  return {
    values: {
      ...rest,
      name,
      credentials: CREDENTIAL_KINDS.find((one) => one === credentials) ?? "variables",
      caller: credentials === "key" ? publicKey : clientId,
      secretIn: SECRETS_IN.find((one) => one === rest.secretIn),
    },
    secret: entered instanceof Secret && !entered.isEmpty ? entered : null,
    isChecked: check !== false,
  };
}

/**
 * The form setup.
 *
 * @param start initial values
 * @param said why an earlier attempt was not saved; null at first
 * @param save saves the completed form
 */
export const profileForm = (
  area: AreaId,
  task: ProfileTask,
  start: Values,
  said: string | null,
  save: (filled: Filled, values: Values) => Promise<Effect>,
): FormSetup<Values> => ({
  plan: planFor(area, task),
  targets: [],
  initial: start,
  preflight: async () => NO_PREFLIGHT,
  variant: `${task.kind}/${task.former ?? ""}`,
  ...(said === null ? {} : { said }),
  applies: (values): Effect => ({
    kind: "asking",
    title: task.kind === "change" ? "Edit profile" : "New profile",
    load: () => save(filledIn(values), values),
  }),
});
