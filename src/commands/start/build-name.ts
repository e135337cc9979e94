/** Names what this program is made of; null where it runs from its sources. The build puts its name here (`build.ts`). */
export const BUILD: string | null = null;
