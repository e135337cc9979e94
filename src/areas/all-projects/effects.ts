import type { FormPlan } from "../../forms/form-plan.ts";
import { paramsOfAll } from "../all-projects.ts";
import type { Project } from "../model/context.ts";
import type { Effect, FormSetup, Page, Preflight, Remedies, Target, WritePlan } from "../model/effect.ts";

/** Effects of actions on things of one project in a list of all: they name the project, and stay in it. */

/** A project with its id and its name. */
export type NamedProject = Pick<Project, "id" | "name">;

/**
 * Refuses targets outside the projects of the chosen rows.
 *
 * @throws Error when there is one
 */
function checkTargets(targets: readonly Target[], projects: readonly NamedProject[]): void {
  const stray = targets.find(({ params }) => {
    const project = params["groupId"];
    return project !== undefined && projects.every(({ id }) => id !== project);
  });
  if (stray !== undefined) throw new Error(`${stray.name} is of another project than the row that was chosen`);
}

const namedPlan = (plan: FormPlan, name: string): FormPlan => ({
  ...plan,
  title: (context) => `${plan.title(context)} (${name})`,
});

const remediesIn = (remedies: Remedies, project: NamedProject): Remedies =>
  Object.fromEntries(
    Object.entries(remedies).map(([name, make]) => [
      name,
      (body) => {
        const remedy = make(body);
        return { ...remedy, effect: inProject(remedy.effect, project) };
      },
    ]),
  );

/** The findings with their safer ways in the project. */
const preflightIn = ({ safer, ...found }: Preflight, project: NamedProject): Preflight => ({
  ...found,
  ...(safer === undefined ? {} : { safer: safer.map((way) => ({ ...way, effect: inProject(way.effect, project) })) }),
});

function setupIn(setup: FormSetup, project: NamedProject): FormSetup {
  const { remedies, applies } = setup;
  checkTargets(setup.targets, [project]);
  return {
    ...setup,
    plan: namedPlan(setup.plan, project.name),
    preflight: async (review, body) => preflightIn(await setup.preflight(review, body), project),
    ...(remedies === undefined ? {} : { remedies: remediesIn(remedies, project) }),
    ...(applies === undefined ? {} : { applies: (body, base) => inProject(applies(body, base), project) }),
  };
}

function planIn(plan: WritePlan, project: NamedProject): WritePlan {
  checkTargets(plan.targets, [project]);
  return {
    ...plan,
    title: `${plan.title} (${project.name})`,
    preflight: async (review) => preflightIn(await plan.preflight(review), project),
  };
}

/**
 * The effect of an action in one project.
 *
 * @throws Error when it has a target in another project
 */
export function inProject(effect: Effect, project: NamedProject): Effect {
  switch (effect.kind) {
    case "form":
      return { ...effect, setup: setupIn(effect.setup, project) };
    case "write":
      return { ...effect, plan: planIn(effect.plan, project) };
    case "place":
      return { ...effect, project: effect.project ?? project.id };
    case "pick":
      return {
        ...effect,
        title: `${effect.title} (${project.name})`,
        take: (value) => inProject(effect.take(value), project),
      };
    case "asking":
      return { ...effect, load: async (ask) => inProject(await effect.load(ask), project) };
    case "params":
      return { kind: "params", params: { ...paramsOfAll(effect.params), project: project.id } };
    case "remember":
    case "runbook":
      return { ...effect, next: inProject(effect.next, project) };
    case "action": {
      const { change = (same: Effect): Effect => same } = effect;
      return { ...effect, change: (opened) => inProject(change(opened), project) };
    }
    case "page":
      return { ...effect, page: pageOf(effect.page, project) };
    case "comparison":
    case "profile":
      return effect;
  }
}

/** A page that names its project, also after turning to another page. */
function pageOf(page: Page, project: NamedProject): Page {
  const { inZone, turns } = page;
  const of = (turned: (() => Page) | null): (() => Page) | null => turned && (() => pageOf(turned(), project));
  return {
    ...page,
    title: `${page.title} (${project.name})`,
    ...(inZone === undefined ? {} : { inZone: (zone) => pageOf(inZone(zone), project) }),
    ...(turns === undefined ? {} : { turns: { back: of(turns.back), forward: of(turns.forward) } }),
  };
}

const namedTargets = (targets: readonly Target[], projects: readonly NamedProject[]): readonly Target[] =>
  targets.map((target) => {
    const project = projects.find(({ id }) => id === target.params["groupId"]);
    return project === undefined ? target : { ...target, name: `${target.name} (${project.name})` };
  });

/**
 * The effect of an action on things of several projects: each is named with its project.
 *
 * @throws Error when it has a target in another project
 */
export function inProjects(effect: Effect, projects: readonly NamedProject[]): Effect {
  const [only] = projects;
  if (only !== undefined && projects.length === 1) return inProject(effect, only);
  if (effect.kind === "form") {
    const { setup } = effect;
    checkTargets(setup.targets, projects);
    return { ...effect, setup: { ...setup, targets: namedTargets(setup.targets, projects) } };
  }
  if (effect.kind === "write") {
    const { plan } = effect;
    checkTargets(plan.targets, projects);
    return { ...effect, plan: { ...plan, targets: namedTargets(plan.targets, projects) } };
  }
  throw new Error("what is done in several projects at once has to be a form or a write");
}
