import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import type { QueryClient } from "@tanstack/react-query";

/** A pressed card. `photoAt`: the index of its shown photo. */
type OpenedCard = { card: ProfileCard; photoAt: number };

const openedKey = (id: string) => ["profiles", "opened", id];

/**
 * Stores the pressed card, so that the profile can be rendered before it loads. The entry expires like other queries.
 */
export const keepOpenedCard = (client: QueryClient, openedCard: OpenedCard) =>
  void client.setQueryData<OpenedCard>(openedKey(openedCard.card.id), openedCard);

/** The card that opened a profile; undefined without one. */
export const findOpenedCard = (client: QueryClient, id: string) => client.getQueryData<OpenedCard>(openedKey(id));
