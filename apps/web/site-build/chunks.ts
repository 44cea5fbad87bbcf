import type { Rolldown } from "vite";

/** Files below `app/`, without their ending, that every page begins with. */
const EVERY_PAGE = ["entry.client", "root"];
/** The pages that weigh most, because people meet them first, and what each of them begins with besides. */
const FIRST_PAGES = {
  login: ["routes/guest", "routes/login"],
  busca: ["routes/member", "routes/busca"],
  mensagens: ["routes/member", "routes/mensagens"],
  chat: ["routes/member", "routes/mensagens", "routes/open-chat"],
  perfil: ["routes/member", "routes/perfil-membro"],
};

const STARTS = new Set(Object.values(FIRST_PAGES).flat());

type FindImporters = (file: string) => readonly string[];

/**
 * Which of the first pages load a file from their start: those that need it, or all where sign-in and two others do. "screens"
 * beside the conversation: other screens need it too.
 */
export function findPages(file: string, findImporters: FindImporters): string[] {
  const needing = new Set([file]);
  // The loop also visits what it adds to the set meanwhile.
  for (const chunk of needing) for (const importer of findImporters(chunk)) needing.add(importer);
  const entries = [...needing].flatMap((path) => /\/web\/app\/(.+)\.tsx$/.exec(path.replaceAll("\\", "/"))?.[1] ?? []);
  const all = Object.entries(FIRST_PAGES);
  const pages = all.filter(([, start]) => [...EVERY_PAGE, ...start].some((name) => entries.includes(name)));
  const [only, another] = pages.map(([page]) => page);
  // Another screen would load all that the conversation has for itself.
  const isNeededElsewhere = entries.some((name) => name.startsWith("routes/") && !STARTS.has(name));
  if (only === "chat" && another === undefined && isNeededElsewhere) return [only, "screens"];
  // One more file delays a guest more than a few more bytes delay a member, so all pages share the file.
  const isCommon = pages.length > 2 && pages.some(([page]) => page === "login");
  return (isCommon ? all : pages).map(([page]) => page);
}

const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;

/** Files that exactly `count` of the first pages need, one chunk for each set of pages. */
function sharedBy(count: number): Rolldown.CodeSplittingGroup {
  return {
    name(file, build) {
      const pages = findPages(file, (module) => build.getModuleInfo(module)?.importers ?? []);
      return pages.length === count ? pages.join("-") : null;
    },
    // All icons hang on one file of their set, and so would seem to be needed everywhere.
    test: (file) => !ICONS.test(file),
  };
}

/**
 * Which code shares a file. What the first pages need from their start goes together by the pages that need it, so that none
 * of them loads what it does not use, and none comes in dozens of files, which compress worse. Everything else is split by the
 * screens that need it. A group takes what its files import, too, except what a group above has taken.
 */
export const CHUNKS = [
  // Stays in the browser's cache across most releases.
  { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  { name: "icons", test: ICONS, minShareCount: 3 },
  // Most pages first: what they import is needed by as many at least.
  ...Object.keys(FIRST_PAGES).map((_, index, all) => sharedBy(all.length - index)),
].map((group, index, all) => ({ ...group, priority: all.length - index }));
