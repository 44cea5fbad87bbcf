import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import type { QueryClient } from "@tanstack/react-query";

/** A card that was pressed. `photoAt` is the index of the photo that it showed. */
type OpenedCard = { card: ProfileCard; photoAt: number };

const openedKey = (id: string) => ["profiles", "opened", id];

/**
 * Keeps the card that a member pressed, so that the profile can be drawn before it is loaded. The entry expires like
 * other queries.
 */
export const keepOpenedCard = (client: QueryClient, openedCard: OpenedCard) =>
  void client.setQueryData<OpenedCard>(openedKey(openedCard.card.id), openedCard);

/** The card that led to a profile; undefined when no card did. */
export const findOpenedCard = (client: QueryClient, id: string) => client.getQueryData<OpenedCard>(openedKey(id));
