import { type Client, createClient } from "../../client/client.ts";
import { saysNotFound } from "../../client/errors/absence.ts";
import { ServiceError } from "../../client/errors/service-error.ts";
import type { AnswerOf } from "../../contract/operations.ts";
import type { GroupId } from "../../contract/schema/ids.ts";
import type { Connection } from "../../contract/wire/connection.ts";
import { RESOURCE_VERSION } from "../../contract/wire/dialect.ts";
import { pluralize } from "../../text/format.ts";
import { type Finding, failed, ok, skipped, warning } from "./finding.ts";

/** Login check: lists the projects, and changes nothing. */

const PATIENCE = 5000;

/** Number of projects; a full page without a total is only a lower bound. */
const countText = (found: number, total: unknown): string =>
  (total ?? null) === null && found >= PAGE
    ? `at least ${found} projects`
    : pluralize(Number(total ?? found), "project");

/** A page of this length may be followed by others (the service's default page size). */
const PAGE = 100;

const VERSION = ["version", "API version"] as const;
const ROLES = ["roles", "Roles"] as const;

function rolesFinding({ roles }: Connection): Finding {
  return roles === null
    ? skipped(...ROLES, "not known: the service does not report them, and the profile lists none")
    : ok(...ROLES, `as the profile says: ${roles.join(", ")}`);
}

/** Projects that are named at most. */
const MOST_NAMED = 5;

const PROJECT = ["project", "Project"] as const;

type Projects = AnswerOf<"listProjects">;

/** Compares the project that the console opens with those that the credentials can access. */
function projectFinding(groupId: GroupId | null, { results, totalCount }: Projects): Finding {
  const names = results.slice(0, MOST_NAMED).map(({ id, name }) => `${name} (${id})`);
  const more = results.length > names.length ? ` or ${results.length - names.length} others` : "";
  if (groupId === null) return skipped(...PROJECT, "none is named");
  const own = results.find(({ id }) => id === groupId);
  if (own !== undefined) return ok(...PROJECT, `${own.name}`);
  if (results.length === 0 || Number(totalCount ?? 0) > results.length || results.length >= PAGE)
    return skipped(...PROJECT, `${groupId} is not among the first ${pluralize(results.length, "project")}`);
  return failed(
    ...PROJECT,
    `these credentials have no access to ${groupId}`,
    `Set SEXTANT_PROJECT_ID, or the project of the profile, to one of ${names.join(", ")}${more}.`,
  );
}

/** Login by a list of the specification, for a service that has no list of projects. */
async function loginWithoutProjects(client: Client, groupId: GroupId | null): Promise<Finding> {
  const [id, title] = ["login", "Login"];
  const why = "this service has no list of projects";
  if (groupId === null) return skipped(id, title, `not tried: ${why}`);
  try {
    await client.call("listAlerts", { params: { groupId } }, { timeoutMs: PATIENCE, repeats: 0 });
    return ok(id, title, `accepted; ${why}`);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { what, why: reason, next } = error.explain();
    const isElsewhere = error.facts.status === 404;
    const advice = "Check the dialect (SEXTANT_DIALECT, or that of the profile), the base URL and the project.";
    return failed(id, title, `${what} ${reason}`, isElsewhere ? advice : next);
  }
}

/**
 * Whether the credentials are accepted, and what they may be used for.
 *
 * @param groupId the project that the console opens, where one is named
 */
export async function loginFindings(
  connection: Connection,
  isReached: boolean,
  groupId: GroupId | null,
): Promise<readonly Finding[]> {
  const [id, title] = ["login", "Login"];
  if (!isReached) {
    const why = "the service is not reached";
    return [skipped(id, title, why), skipped(...ROLES, why), skipped(...VERSION, why)];
  }
  const client = createClient(connection, {});
  try {
    const answer = await client.call("listProjects", { params: {} }, { timeoutMs: PATIENCE, repeats: 0 });
    const count = countText(answer.data.results.length, answer.data.totalCount);
    const expected = `${RESOURCE_VERSION}, dialect ${connection.dialect}`;
    const misfits = answer.misfits ?? [];
    return [
      Number(answer.data.totalCount ?? answer.data.results.length) === 0
        ? warning(id, title, "accepted; no project", "Ask an owner to give these credentials a role in a project.")
        : ok(id, title, `accepted; ${count}`),
      projectFinding(groupId, answer.data),
      rolesFinding(connection),
      answer.isDeprecated
        ? warning(...VERSION, `${expected}: deprecated by the service`, "Look for a newer Sextant.")
        : misfits.length > 0
          ? warning(
              ...VERSION,
              `${expected}: ${misfits.length} answers differ from it`,
              "Check the dialect, or look for a newer Sextant.",
            )
          : ok(...VERSION, expected),
    ];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // The list is not in the specification, so that a service may lack it: then nothing was refused.
    if (saysNotFound(error)) {
      const login = await loginWithoutProjects(client, groupId);
      const why = "not tried: this service has no list of projects";
      return [login, rolesFinding(connection), skipped(...VERSION, why)];
    }
    const { what, why, next } = error.explain();
    return [
      failed(id, title, `${what} ${why}`, next),
      rolesFinding(connection),
      skipped(...VERSION, "the login failed"),
    ];
  } finally {
    await client.close();
  }
}
