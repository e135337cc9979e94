import { encodeBody, revealSecret, sameJson } from "../../contract/json/json.ts";
import type { FileDocument, FileProblem, StoredSettings } from "./kind.ts";
import { encodeWithoutSecrets, overlaid } from "./overlay.ts";

/** Matches documents to stored things. Unclear matches are reported: no setting is overwritten by a guess. */

/** Record of an earlier application from this machine: which thing a document became. */
export type AppliedBefore = {
  readonly kind: string;
  /** File of the document. */
  readonly file: string;
  readonly cluster: string | null;
  readonly identity: string;
  /** Id of the resulting thing. */
  readonly id: string;
};

export type Matched<Stored extends StoredSettings> =
  | { readonly document: FileDocument; readonly as: "stored"; readonly stored: Stored }
  | { readonly document: FileDocument; readonly as: "new" }
  /** It may match any of these, or be new. */
  | { readonly document: FileDocument; readonly as: "unclear"; readonly candidates: readonly Stored[] };

export const identityOf = ({ kind, cluster, settings }: Pick<FileDocument, "kind" | "cluster" | "settings">): string =>
  JSON.stringify([kind.name, cluster, kind.identityOf(settings)]);

/** Documents with the same identity, or the same content: it is unclear which one counts. */
export function duplicateDocuments(documents: readonly FileDocument[]): readonly FileProblem[] {
  const seen = new Map<string, FileDocument>();
  return documents.flatMap((document): readonly FileProblem[] => {
    const { kind, file, spotOf, settings } = document;
    const key = kind.isExact ? identityOf(document) : JSON.stringify([kind.name, encodeBody(settings, revealSecret)]);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, document);
      return [];
    }
    const name = kind.nameOf(settings) || document.cluster || kind.title;
    const message = `${name} stands in ${before.file}, line ${before.spotOf([]).line}, already`;
    return [{ file, ...spotOf([]), message }];
  });
}

const isSame = (stored: StoredSettings, { settings }: FileDocument): boolean =>
  sameJson(
    encodeWithoutSecrets(stored.settings),
    encodeWithoutSecrets(overlaid(stored.kind.plan, stored.settings, settings)),
  );

const isEqual = (one: StoredSettings, other: StoredSettings): boolean =>
  sameJson(encodeWithoutSecrets(one.settings), encodeWithoutSecrets(other.settings));

/**
 * Finds the stored thing of each document: by identity; among several with the same identity by content, by earlier applications, or as the only
 * remaining pair.
 */
export function matchedTo<Stored extends StoredSettings>(
  documents: readonly FileDocument[],
  stored: readonly Stored[],
  before: readonly AppliedBefore[],
): readonly Matched<Stored>[] {
  const found = new Map<FileDocument, Matched<Stored>>();
  const taken = new Set<Stored>();
  const take = (document: FileDocument, thing: Stored): void => {
    taken.add(thing);
    found.set(document, { document, as: "stored", stored: thing });
  };
  const alike = Map.groupBy(stored, identityOf);
  const leftOf = (document: FileDocument): readonly Stored[] =>
    (alike.get(identityOf(document)) ?? []).filter((thing) => !taken.has(thing));
  const open = (): readonly FileDocument[] => documents.filter((document) => !found.has(document));
  for (const document of documents) {
    const left = leftOf(document);
    const [same, ...others] = document.kind.isExact
      ? left.slice(0, 1)
      : left.filter((thing) => isSame(thing, document));
    // Things that differ only in secrets are equivalent for a document that says only `keep`.
    if (same !== undefined && others.every((other) => isEqual(other, same))) take(document, same);
  }
  for (const document of open()) {
    const thing = leftOf(document).find(({ id }) => before.some((one) => isOf(one, document) && one.id === id));
    if (thing !== undefined) take(document, thing);
  }
  for (const documentsAlike of Map.groupBy(open(), identityOf).values()) {
    const [document] = documentsAlike;
    const left = document === undefined ? [] : leftOf(document);
    const [thing] = left;
    if (document !== undefined && thing !== undefined && documentsAlike.length === 1 && left.length === 1) {
      take(document, thing);
    }
  }
  for (const [document, thing] of moved(open(), stored, taken, before)) take(document, thing);
  return documents.map((document) => {
    const known = found.get(document);
    if (known !== undefined) return known;
    const candidates = leftOf(document);
    return candidates.length === 0 ? { document, as: "new" } : { document, as: "unclear", candidates };
  });
}

const isOf = (one: AppliedBefore, document: FileDocument): boolean =>
  one.kind === document.kind.name && one.file === document.file && one.identity === identityOf(document);

/**
 * Matches a document whose identity changed: its file was applied to exactly one thing that no document matches any more and that still exists. With
 * several candidates on either side, nothing is matched.
 */
function moved<Stored extends StoredSettings>(
  documents: readonly FileDocument[],
  stored: readonly Stored[],
  taken: ReadonlySet<Stored>,
  before: readonly AppliedBefore[],
): readonly (readonly [FileDocument, Stored])[] {
  const news = documents.filter(
    (document) => !document.kind.isExact && !stored.some((thing) => identityOf(thing) === identityOf(document)),
  );
  const orphans = stored.filter((thing) => !taken.has(thing));
  return news.flatMap((document) => {
    const isOfFile = (other: FileDocument): boolean => other.file === document.file && other.kind === document.kind;
    const left = orphans.filter(({ id, kind }) =>
      before.some(
        (one) => one.id === id && one.file === document.file && one.kind === kind.name && kind === document.kind,
      ),
    );
    const [thing] = left;
    return thing !== undefined && left.length === 1 && news.filter(isOfFile).length === 1 ? [[document, thing]] : [];
  });
}
