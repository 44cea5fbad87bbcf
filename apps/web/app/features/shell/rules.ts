import type { SessionUser } from "~/platform/session.ts";
import { badgeText } from "~/ui/rules.ts";

type Sections = Pick<SessionUser, "role" | "isPremium" | "isHighlighted">;

/** What a screen tells the shell about itself; the `handle` of its route. */
export type ScreenHandle = {
  /** The heading of the screen. A screen without it brings its own. */
  title?: string;
  /** On phones the heading is only heard: what the screen shows first says enough. */
  isTitleQuiet?: boolean;
  /** The screen is as high as the window, and parts of it scroll by themselves. */
  isWindowHigh?: boolean;
};

/** The handle of the innermost screen that has one; routes may carry anything there. */
export function findHandle(matches: readonly { handle?: unknown }[]): ScreenHandle {
  const handle = matches.findLast((match) => match.handle)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
}

/** The footer is in the way where somebody writes or looks at one person. */
export function showsFooter(path: string): boolean {
  return !/^\/(mensagens(\/|$)|perfil\/.)/.test(path);
}

/** Is a conversation open? On phones its own bar is then the head of the screen, and nothing stands below it. */
export function isConversationOpen(path: string, search: string): boolean {
  const asked = new URLSearchParams(search);
  return path === "/mensagens" && (asked.has("userId") || asked.has("id"));
}

/** Does an entry of a navigation point at the screen that is open, or at one below it? */
export function isOpen(path: string, entry: string): boolean {
  // Other members are found by the search; "/perfil" itself is one's own.
  if (/^\/perfil\/./.test(path)) return entry === "/busca";
  return path === entry || path.startsWith(`${entry}/`);
}

/** What the badge of Mensagens counts, for those who hear it. */
export const unreadWord = (count: number) => (count === 1 ? "mensagem não lida" : "mensagens não lidas");

/** What the badge of Notificações counts. */
export const newsWord = (count: number) => (count === 1 ? "notificação não lida" : "notificações não lidas");

// Says nothing of the product, of a screen or of a person, and no number either: it would grow while somebody looks on.
const NEUTRAL_TITLE = "Início";

/** What the browser's tab says: the screen's own title, with the count of unread messages; or something neutral. */
export function tabTitle(title: string, isDiscreet: boolean, unreadMessages: number): string {
  if (isDiscreet) return NEUTRAL_TITLE;
  const count = badgeText(unreadMessages);
  return count ? `(${count}) ${title}` : title;
}

const SETTINGS = { to: "/configuracoes", label: "Configurações" };

/**
 * The quiet links beside the heading on desktops: what this member may buy or where an admin works, and what the top bar
 * has no room for.
 */
export function listSections({ role, isPremium, isHighlighted }: Sections): { to: string; label: string }[] {
  if (role === "admin") return [{ to: "/admin", label: "Administração" }, SETTINGS];
  const visits = { to: "/visitas", label: "Visitas" };
  if (role !== "baby")
    return [{ to: "/premium", label: isPremium ? "Premium" : "Tornar-se Premium" }, visits, SETTINGS];
  return isHighlighted ? [visits, SETTINGS] : [{ to: "/destaque", label: "Destacar Perfil" }, visits, SETTINGS];
}
