import { formatCount } from "@caramelo/contract/formats/counts";
import { listWords } from "@caramelo/contract/formats/lists";
import { POP_UP_MS } from "@caramelo/contract/limits";
import { namelessActor, notificationTypes, unknownNotificationText } from "@caramelo/contract/notifications/types";
import { favoriteTexts, matchedWith } from "@caramelo/contract/texts/favorites";
import type { ToastContent } from "~/ui/overlays/toast.ts";
import type { Notification } from "./waiting-rules.ts";

/**
 * The pop-up for a match that another member completed. With discreet titles `actor` is undefined, and no name is
 * shown.
 */
export function describeMatch(withId: string, actor: Notification["actor"] | undefined): ToastContent {
  const toast = { type: "success", duration: POP_UP_MS, to: notificationTypes.match.path(withId) } as const;
  if (!actor) return { ...toast, title: favoriteTexts.matchUnnamed };
  const name = actor.name.trim() || namelessActor;
  return { ...toast, title: matchedWith(name), message: favoriteTexts.matchTitle, image: actor.photoUrl };
}

type KnownType = (typeof notificationTypes)[keyof typeof notificationTypes];
const knownTypes: Partial<Record<string, KnownType>> = notificationTypes;

type Row = {
  type: string;
  types?: readonly string[] | undefined;
  notices?: number | undefined;
  actor: { id: string; name: string };
};

/** The notification types of a row, the most important first. Rows of the last release have one. */
export const typesOf = ({ type, types = [type] }: Row): readonly string[] => types;

/**
 * The text and link of a row. The text contains no name when it counts staff notices, and when this version knows none
 * of the row's types.
 */
export function describeNotification(row: Row) {
  const { actor, notices = 1 } = row;
  const rowTypes = typesOf(row).flatMap((type) => knownTypes[type] ?? []);
  const [first] = rowTypes;
  if (!first)
    return { name: undefined, text: unknownNotificationText, path: notificationTypes.profile_view.path(actor.id) };
  const path = first.path(actor.id);
  if (notices > 1) return { name: undefined, text: `${formatCount(notices)} ${first.manyText}`, path };
  return { name: actor.name.trim() || namelessActor, text: joinTexts(rowTypes) ?? first.text, path };
}

/** "visitou, favoritou e deu match com você"; undefined for a single type, which has a separate text. */
function joinTexts(rowTypes: readonly KnownType[]): string | undefined {
  const parts = rowTypes.flatMap(({ joined }) => joined ?? []).reverse();
  const last = parts.at(-1);
  if (!last || parts.length === 1) return undefined;
  return `${listWords(parts.map(({ verb }) => verb))} ${last.end}`;
}
