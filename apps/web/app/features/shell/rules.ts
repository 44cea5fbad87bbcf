import { pluralWord } from "@caramelo/contract/formats/counts";
import type { SessionUser } from "~/platform/session.ts";
import { NEUTRAL_TITLE } from "~/platform/title-rules.ts";
import { badgeText } from "~/ui/members/badge-rules.ts";

type Sections = Pick<SessionUser, "role" | "isPremium" | "isHighlighted">;

/** The shell's facts about a screen: the `handle` of its route. */
export type ScreenHandle = {
  /** The heading of the screen. A screen without a title here renders its own. */
  title?: string;
  /** On phones the heading is only for screen readers. */
  isTitleQuiet?: boolean;
  /**
   * The screen renders the band below the top bar itself, with `ScreenBand`. The heading is then only for screen
   * readers.
   */
  hasOwnBand?: boolean;
  /**
   * The screen is as wide as the bars, e.g. a grid of cards or the conversations. Other screens are narrower in a wide
   * window.
   */
  isWide?: boolean;
  /** The screen is as high as the window; its parts scroll separately. */
  isWindowHigh?: boolean;
};

/** The handle of the innermost route that has one (untyped in React Router); empty without one. */
export function findHandle(matches: readonly { handle?: unknown }[]): ScreenHandle {
  const handle = matches.findLast((match) => match.handle)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
}

/** Whether a screen has the footer, which would disturb a conversation or another member's profile. */
export function showsFooter(path: string): boolean {
  return !/^\/(mensagens(\/|$)|perfil\/.)/.test(path);
}

/** Whether a conversation is open. On phones its bar then replaces the top and bottom bars. */
export function isConversationOpen(path: string, search: string): boolean {
  const parameters = new URLSearchParams(search);
  return path === "/mensagens" && (parameters.has("userId") || parameters.has("id"));
}

/** Whether a navigation entry leads to the open screen or a parent of it. */
export function isOpen(path: string, entry: string): boolean {
  // Other members' profiles belong to the search; "/perfil" is the member's own.
  if (/^\/perfil\/./.test(path)) return entry === "/busca";
  return path === entry || path.startsWith(`${entry}/`);
}

/** The unit of the Mensagens badge, for screen readers. */
export const unreadWord = (count: number) => pluralWord(count, "mensagem não lida", "mensagens não lidas");

/** The unit of the Notificações badge, for screen readers. */
export const notificationsWord = (count: number) => pluralWord(count, "notificação não lida", "notificações não lidas");

/** The title of the browser's tab: the screen's own title with the count of unread messages, or the neutral title. */
export function tabTitle(title: string, isDiscreet: boolean, unreadMessages: number): string {
  if (isDiscreet) return NEUTRAL_TITLE;
  const count = badgeText(unreadMessages);
  return count ? `(${count}) ${title}` : title;
}

const SETTINGS = { to: "/configuracoes", label: "Configurações" };

/**
 * The links next to the heading on desktops: offers to this member or the office, and the screens without an entry in
 * the top bar.
 */
export function listSections({ role, isPremium, isHighlighted }: Sections): { to: string; label: string }[] {
  if (role === "admin") return [{ to: "/admin", label: "Administração" }, SETTINGS];
  const visits = { to: "/visitas", label: "Visitas" };
  if (role !== "baby")
    return [{ to: "/premium", label: isPremium ? "Premium" : "Tornar-se Premium" }, visits, SETTINGS];
  return isHighlighted ? [visits, SETTINGS] : [{ to: "/destaque", label: "Destacar Perfil" }, visits, SETTINGS];
}
