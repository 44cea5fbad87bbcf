import routes from "../../apps/web/app/routes.ts";

type Entry = { path?: string | undefined; file?: string; children?: readonly Entry[] };

/** A screen of the site: the pattern of its address, and the file of the layout that decides who may see it. */
export type Screen = { pattern: string; layout: string | undefined };

/** An id that does not exist. */
export const NOBODY = "00000000-0000-7000-8000-000000000000";

/** All screens of the site, from the table of its routes. */
export const listScreens = (entries: readonly Entry[] = routes, layout?: string): Screen[] =>
  entries.flatMap(({ path = "", file, children }) =>
    children ? listScreens(children, file) : [{ pattern: `/${path}`, layout }],
  );

/** The address of a screen, with an id that does not exist where it names something. */
export const addressOf = ({ pattern }: Screen): string => pattern.replace(/:\w+/, NOBODY).replace("*", "nada/disso");
