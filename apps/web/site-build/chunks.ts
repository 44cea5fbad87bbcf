import type { Rolldown } from "vite";
import routes from "../app/routes.ts";

/** The modules below `app/`, without extension, that every page starts with. */
const EVERY_PAGE = ["entry.client", "root"];
/** The pages whose size matters most, because people see them first, with the other modules that each starts with. */
const FIRST_PAGES = {
  login: ["routes/guest", "routes/login"],
  public: ["routes/guest", "routes/public"],
  busca: ["routes/member", "routes/busca"],
  mensagens: ["routes/member", "routes/mensagens"],
  chat: ["routes/member", "routes/mensagens", "routes/open-chat"],
  perfil: ["routes/member", "routes/perfil-membro"],
};

const MEMBER_PAGES = Object.entries(FIRST_PAGES).flatMap(([page, start]) =>
  start.includes("routes/member") ? [page] : [],
);
const STARTS = new Set(Object.values(FIRST_PAGES).flat());

const OFFICE = "routes/admin/";

type Entry = { file: string; children?: Entry[] | undefined };
const listFiles = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file.replace(/\.tsx$/, ""), ...listFiles(children)]);
/** The modules of all screens and their layouts. Other modules of that folder load later. */
const SCREENS = new Set(listFiles(routes));

type FindImporters = (file: string) => readonly string[];

/** The modules below `app/`, without extension, that load a file, directly or indirectly. */
function listNeeding(file: string, findImporters: FindImporters): string[] {
  const needing = new Set([file]);
  // The loop also visits items added to the set meanwhile.
  for (const chunk of needing) for (const importer of findImporters(chunk)) needing.add(importer);
  return [...needing].flatMap((path) => /\/web\/app\/(.+)\.tsx$/.exec(path.replaceAll("\\", "/"))?.[1] ?? []);
}

/**
 * Which of the first pages load a file initially: those that need it, or all of them if guests and members need it.
 * Files that only sign-in or only the conversation shares with other screens also get "screens": without a separate
 * chunk such a screen would load everything that only that page needs. The search is closest to its size limit, so what
 * it shares with a conversation or the office is loaded by all members' pages.
 */
export function findPages(file: string, findImporters: FindImporters): string[] {
  const entries = listNeeding(file, findImporters);
  const all = Object.entries(FIRST_PAGES);
  const pages = all.filter(([, start]) => [...EVERY_PAGE, ...start].some((name) => entries.includes(name)));
  const names = pages.map(([page]) => page);
  const [only, another] = names;
  const screens = entries.filter((name) => SCREENS.has(name) && !STARTS.has(name));
  // One more file delays a guest more than some unused bytes delay a member, so all pages share the file.
  if (another !== undefined && (names.includes("login") || names.includes("public"))) return all.map(([page]) => page);
  if (names.includes("busca") && (names.includes("chat") || screens.some((name) => name.startsWith(OFFICE))))
    return MEMBER_PAGES;
  const isSplit = another === undefined && (only === "login" || only === "chat") && screens.length > 0;
  return isSplit ? [only, "screens"] : names;
}

const OFFICE_LAYOUT = `${OFFICE}layout`;
/** Files needed by this many office screens are loaded by all of them. */
const OFFICE_SCREENS_MIN = 3;

/**
 * "office" for files that all office screens load: needed initially by its frame, or by several of them, and never by
 * others. "beside-office" for files that others need too. `findAllImporters` also finds later importers.
 */
export function findOfficeChunk(
  file: string,
  findImporters: FindImporters,
  findAllImporters: FindImporters,
): "office" | "beside-office" | null {
  const screens = listNeeding(file, findImporters).filter((name) => SCREENS.has(name) && name.startsWith(OFFICE));
  if (screens.length < OFFICE_SCREENS_MIN && !screens.includes(OFFICE_LAYOUT)) return null;
  const isOfficeOnly = listNeeding(file, findAllImporters).every(
    (name) => !SCREENS.has(name) || name.startsWith(OFFICE),
  );
  return isOfficeOnly ? "office" : "beside-office";
}

const ICONS = /[\\/]node_modules[\\/]lucide-react[\\/]/;

/**
 * The parts of the site that share an icon file, and the modules they start with: first the screens with size limits
 * (e2e/journeys/payload.spec.ts), then an open conversation and a profile. All others share "more-icons".
 */
const ICON_CHUNKS: [chunk: string, start: string[]][] = [
  [
    "icons",
    [
      ...[EVERY_PAGE, FIRST_PAGES.login, FIRST_PAGES.public, FIRST_PAGES.busca, FIRST_PAGES.mensagens].flat(),
      ...["routes/cadastro", "routes/como-funciona"],
    ],
  ],
  ["chat-icons", [...FIRST_PAGES.chat, ...FIRST_PAGES.perfil]],
];

/**
 * Icons needed by at least three parts of the site. An icon goes into the first of these files that one of its users
 * loads.
 */
const SHARED_ICONS = [...ICON_CHUNKS, ["more-icons", undefined] as const].map(
  ([chunk, start]): Rolldown.CodeSplittingGroup => ({
    name(file, build) {
      const needing = listNeeding(file, (module) => build.getModuleInfo(module)?.importers ?? []);
      return start === undefined || needing.some((name) => start.includes(name)) ? chunk : null;
    },
    test: ICONS,
    minShareCount: 3,
  }),
);

/** Files needed by exactly `count` of the first pages, with one chunk per set of pages. */
function sharedBy(count: number): Rolldown.CodeSplittingGroup {
  return {
    name(file, build) {
      const pages = findPages(file, (module) => build.getModuleInfo(module)?.importers ?? []);
      return pages.length === count ? pages.join("-") : null;
    },
    test: (file) => !ICONS.test(file),
  };
}

function ofOffice(chunk: "office" | "beside-office"): Rolldown.CodeSplittingGroup {
  return {
    name(file, build) {
      const importersOf = (module: string) => build.getModuleInfo(module)?.importers ?? [];
      const allImportersOf = (module: string) => [
        ...importersOf(module),
        ...(build.getModuleInfo(module)?.dynamicImporters ?? []),
      ];
      return findOfficeChunk(file, importersOf, allImportersOf) === chunk ? chunk : null;
    },
    test: (file) => !ICONS.test(file),
  };
}

/**
 * Which modules share a chunk. Code that the first pages need initially is grouped by the pages that need it, so that
 * no page loads unused code, nor dozens of small files, which compress worse. All other code is split by the screens
 * that need it. A group also includes the imports of its files, except those in earlier groups.
 */
export const CHUNKS = [
  // This chunk stays in the browser's cache across most releases.
  { name: "react", test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  ...SHARED_ICONS,
  // Groups for more pages come first, because the imports of their files are needed by at least as many pages.
  ...Object.keys(FIRST_PAGES).map((_, index, all) => sharedBy(all.length - index)),
  // Split by the screens that need it. Without this group, the office's group would include these files, and members
  // would load it.
  { ...ofOffice("beside-office"), entriesAware: true },
  ofOffice("office"),
].map((group, index, all) => ({ ...group, priority: all.length - index }));
