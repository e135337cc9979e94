/** Name of this build; null when run from sources. The build inserts it (`build.ts`). */
export const BUILD: string | null = null;
