import { pluralWord } from "@caramelo/contract/formats/counts";
import type { SessionUser } from "~/platform/session.ts";
import { NEUTRAL_TITLE } from "~/platform/title-rules.ts";
import { badgeText } from "~/ui/people/badge-rules.ts";

type Sections = Pick<SessionUser, "role" | "isPremium" | "isHighlighted">;

/** What the shell needs to know about a screen; the `handle` of its route. */
export type ScreenHandle = {
  /** The heading of the screen. A screen without it draws its own. */
  title?: string;
  /** On phones only screen readers get the heading. */
  isTitleQuiet?: boolean;
  /** The screen draws the band of the second navigation bar itself, by `ScreenBand`; screen readers get the heading. */
  hasOwnBand?: boolean;
  /** A grid of cards or the conversations, as wide as the bars; other screens are narrower than those on a wide window. */
  isWide?: boolean;
  /** The screen is as high as the window, and parts of it scroll by themselves. */
  isWindowHigh?: boolean;
};

/** The handle of the innermost route that has one. React Router does not type it. */
export function findHandle(matches: readonly { handle?: unknown }[]): ScreenHandle {
  const handle = matches.findLast((match) => match.handle)?.handle;
  return typeof handle === "object" && handle !== null ? handle : {};
}

/** The footer would be in the way of a conversation and of another member's profile. */
export function showsFooter(path: string): boolean {
  return !/^\/(mensagens(\/|$)|perfil\/.)/.test(path);
}

/** Whether a conversation is open. On phones its own bar then replaces the bars at the top and at the bottom. */
export function isConversationOpen(path: string, search: string): boolean {
  const parameters = new URLSearchParams(search);
  return path === "/mensagens" && (parameters.has("userId") || parameters.has("id"));
}

/** Whether an entry of the navigation leads to the open screen, or to one above it. */
export function isOpen(path: string, entry: string): boolean {
  // Other members' profiles belong to the search; "/perfil" is the member's own.
  if (/^\/perfil\/./.test(path)) return entry === "/busca";
  return path === entry || path.startsWith(`${entry}/`);
}

/** What the badge of Mensagens counts, for screen readers. */
export const unreadWord = (count: number) => pluralWord(count, "mensagem não lida", "mensagens não lidas");

/** What the badge of Notificações counts, for screen readers. */
export const notificationsWord = (count: number) => pluralWord(count, "notificação não lida", "notificações não lidas");

/** The title of the browser's tab: the screen's own with the count of unread messages, or a neutral one. */
export function tabTitle(title: string, isDiscreet: boolean, unreadMessages: number): string {
  if (isDiscreet) return NEUTRAL_TITLE;
  const count = badgeText(unreadMessages);
  return count ? `(${count}) ${title}` : title;
}

const SETTINGS = { to: "/configuracoes", label: "Configurações" };

/**
 * The quiet links beside the heading on desktops: what this member may buy or where staff work, and the
 * screens that do not fit in the top bar.
 */
export function listSections({ role, isPremium, isHighlighted }: Sections): { to: string; label: string }[] {
  if (role === "admin") return [{ to: "/admin", label: "Administração" }, SETTINGS];
  const visits = { to: "/visitas", label: "Visitas" };
  if (role !== "baby")
    return [{ to: "/premium", label: isPremium ? "Premium" : "Tornar-se Premium" }, visits, SETTINGS];
  return isHighlighted ? [visits, SETTINGS] : [{ to: "/destaque", label: "Destacar Perfil" }, visits, SETTINGS];
}
