import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import type { QueryClient } from "@tanstack/react-query";

const openedKey = (id: string) => ["profiles", "opened", id];

/**
 * Keeps the card that a member pressed, so that the profile can be drawn before it is loaded. The entry expires like
 * other queries.
 */
export const keepOpenedCard = (client: QueryClient, card: ProfileCard) =>
  void client.setQueryData<ProfileCard>(openedKey(card.id), card);

/** The card that led to a profile; undefined when no card did. */
export const findOpenedCard = (client: QueryClient, id: string) => client.getQueryData<ProfileCard>(openedKey(id));
