import { namelessActor, notificationTexts, unknownNotificationText } from "@caramelo/contract/errors";

const texts: Partial<Record<string, string>> = notificationTexts;

/** Who did what. A type that this version does not know names nobody. */
export function describeNotification({ type, actor }: { type: string; actor: { name: string } }) {
  const deed = texts[type];
  return { name: deed && (actor.name.trim() || namelessActor), deed: deed ?? unknownNotificationText };
}
