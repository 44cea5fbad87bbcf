import type { Rolldown } from "vite";

/** The modules below `app/`, without extension, with which every page begins. */
const EVERY_PAGE = ["entry.client", "root"];
/**
 * The pages whose size matters most, because people see them first, and the other modules with which each of them
 * begins.
 */
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
 * Which of the first pages load a file from their start: those that need it, or all of them when sign-in and at least
 * two others need it. A file that only the conversation and other screens need gets "screens" as well.
 */
export function findPages(file: string, findImporters: FindImporters): string[] {
  const needing = new Set([file]);
  // The loop also visits what is added to the set meanwhile.
  for (const chunk of needing) for (const importer of findImporters(chunk)) needing.add(importer);
  const entries = [...needing].flatMap((path) => /\/web\/app\/(.+)\.tsx$/.exec(path.replaceAll("\\", "/"))?.[1] ?? []);
  const all = Object.entries(FIRST_PAGES);
  const pages = all.filter(([, start]) => [...EVERY_PAGE, ...start].some((name) => entries.includes(name)));
  const [only, another] = pages.map(([page]) => page);
  // Without a chunk of its own for these files, another screen would load everything that only the conversation needs.
  const isNeededElsewhere = entries.some((name) => name.startsWith("routes/") && !STARTS.has(name));
  if (only === "chat" && another === undefined && isNeededElsewhere) return [only, "screens"];
  // One more file delays a guest more than some unused bytes delay a member, so all pages share the file.
  const isCommon = pages.length > 2 && pages.some(([page]) => page === "login");
  return (isCommon ? all : pages).map(([page]) => page);
}

const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;

/** Files that exactly `count` of the first pages need, with one chunk for each set of pages. */
function sharedBy(count: number): Rolldown.CodeSplittingGroup {
  return {
    name(file, build) {
      const pages = findPages(file, (module) => build.getModuleInfo(module)?.importers ?? []);
      return pages.length === count ? pages.join("-") : null;
    },
    // All icons are imported through one file of their library, so every icon would seem to be needed everywhere.
    test: (file) => !ICONS.test(file),
  };
}

/**
 * Which code shares a file. Code that the first pages need from their start is grouped by the pages that need it, so
 * that no page loads what it does not use. No page consists of dozens of small files either, because these compress
 * worse. All other code is split by the screens that need it. A group also takes what its files import, except what an
 * earlier group has taken.
 */
export const CHUNKS = [
  // This chunk stays in the browser's cache across most releases.
  { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  { name: "icons", test: ICONS, minShareCount: 3 },
  // The groups for the most pages come first, because what their files import is needed by at least as many pages.
  ...Object.keys(FIRST_PAGES).map((_, index, all) => sharedBy(all.length - index)),
].map((group, index, all) => ({ ...group, priority: all.length - index }));
