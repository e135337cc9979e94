import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Metafile } from "esbuild";

/** Name of the file, beside the program, with the licences of all bundled packages. */
export const LICENCES_FILE = "THIRD-PARTY-LICENSES.txt";

/** The package folder in the path of one of its files. */
const PACKAGE_FOLDER = /^.*\bnode_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/u;

/** Files of a package that its licence requires to be distributed with it. */
const LICENCE_NAME = /^(?:licen[cs]e|copying|notice|copyright)/iu;

/** Text for packages that name the MIT licence without including it. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** Folders of the packages in a bundle, ordered by path. */
export function bundledPackages(checkout: string, { inputs }: Metafile): readonly string[] {
  const folders = Object.keys(inputs).flatMap((file) => PACKAGE_FOLDER.exec(file.replace(/^[\w-]+:/u, ""))?.[0] ?? []);
  return [...new Set(folders)].toSorted().map((folder) => resolve(checkout, folder));
}

type Manifest = {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly main?: string;
};

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

/** The package in a folder, as `name@version`. */
export function packageTitle(folder: string): string {
  const { name, version } = manifestOf(folder);
  return `${name}@${version}`;
}

/**
 * The complete licence text of a package.
 *
 * @throws Error if no licence text is found
 */
function licenceOf(folder: string): string {
  const manifest = manifestOf(folder);
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  const texts = readdirSync(folder)
    .filter((name) => LICENCE_NAME.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim());
  if (texts.length > 0) return [title, ...texts].join("\n\n");
  const copyright = [manifest.main ?? "index.js", "README.md"]
    .map((name) => join(folder, name))
    .flatMap((file) => (existsSync(file) ? (/Copyright .*/u.exec(readFileSync(file, "utf8"))?.[0] ?? []) : []))[0];
  if (manifest.license !== "MIT" || copyright === undefined) throw new Error(`${title} ships no licence.`);
  return [title, copyright.trim(), MIT.trim()].join("\n\n");
}

/** Licences of all bundled packages, one after another; empty if there are none. */
export function licencesOf(checkout: string, metafile: Metafile): string {
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return bundledPackages(checkout, metafile)
    .map((folder) => `${licenceOf(folder)}${rule}`)
    .join("");
}
