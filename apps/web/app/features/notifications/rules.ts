import { POP_UP_MS } from "@caramelo/contract/limits";
import { namelessActor, notificationTypes, unknownNotificationText } from "@caramelo/contract/notifications/types";
import { favoriteTexts, matchedWith } from "@caramelo/contract/texts/favorites";
import type { ToastContent } from "~/ui/overlays/toast.ts";
import type { Notification } from "./types.ts";

/**
 * The pop-up for a match that another member completed. With discreet titles `actor` is undefined, and the pop-up names
 * nobody.
 */
export function describeMatch(withId: string, actor: Notification["actor"] | undefined): ToastContent {
  const toast = { type: "success", duration: POP_UP_MS, to: notificationTypes.match.path(withId) } as const;
  if (!actor) return { ...toast, title: favoriteTexts.matchUnnamed };
  const name = actor.name.trim() || namelessActor;
  return { ...toast, title: matchedWith(name), message: favoriteTexts.matchTitle, image: actor.photoUrl };
}

type KnownType = (typeof notificationTypes)[keyof typeof notificationTypes];
const types: Partial<Record<string, KnownType>> = notificationTypes;

/** What a notification says, and where it leads. For a type that this version does not know, the text names nobody. */
export function describeNotification({ type, actor }: { type: string; actor: { id: string; name: string } }) {
  const knownType = types[type] ?? { text: unknownNotificationText, path: notificationTypes.profile_view.path };
  const name = type in types ? actor.name.trim() || namelessActor : undefined;
  return { name, text: knownType.text, path: knownType.path(actor.id) };
}
