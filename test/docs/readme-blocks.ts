import type { Area } from "../../src/areas/model/area.ts";

/** The parts of README.md and CONTRIBUTING.md that are written by `npm run docs`, between two comments each. */

/**
 * A text with the part of a name replaced.
 *
 * @throws when the text has no such part: what is generated would silently not be shown
 */
export function withPart(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}: written by npm run docs -->`;
  const end = `<!-- end of ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`There is no part between "${begin}" and "${end}".`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

/** Which areas can be worked in. */
export const areasPart = (areas: readonly Area[]): string => `- Areas: ${areas.map(({ label }) => label).join(" · ")}.`;
