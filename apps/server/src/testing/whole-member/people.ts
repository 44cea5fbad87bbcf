import { randomId, uuidv7 } from "../../platform/ids.ts";
import { type AddRows, at } from "./rows.ts";

type Pair = { id: string; friendId: string; goneId: string };

/** Adds what a member has with others: favourites, visits, blocks, notifications and messages. */
export async function addPeople(add: AddRows, { id, friendId, goneId }: Pair) {
  await add("favorite", { memberId: id, favoriteId: friendId, createdAt: at(41) });
  await add("visit", { visitorId: id, visitedId: friendId, visitedAt: at(42) });
  await add("visit", { visitorId: friendId, visitedId: id, visitedAt: at(43) });
  await add("block", { blockerId: id, blockedId: goneId, blockedName: "Nome de quem bloqueei", createdAt: at(44) });
  const state = { memberId: id, dismissedAt: at(46) };
  await add("notification", { id: uuidv7(at(45)), actorId: friendId, type: "favorite", createdAt: at(45), ...state });
  await add("notification", { id: uuidv7(at(45)), actorId: goneId, type: "profile_view", createdAt: at(45), ...state });
  await addMessages(add, id, friendId, ["Olá da Bia", "Resposta do Davi"]);
  await addMessages(add, id, goneId, ["Oi de quem saiu", "Tchau do Davi"]);
}

/** A conversation in which the other one wrote first, with a different number for each pair. */
async function addMessages(add: AddRows, id: string, otherId: string, [first, second]: [string, string]) {
  const message = { clientId: randomId(), sentAt: at(47), readAt: at(48) };
  const [receivedId, sentId] = [uuidv7(at(47)), uuidv7(at(48))];
  await add("message", {
    ...message,
    id: receivedId,
    senderId: otherId,
    recipientId: id,
    senderSeq: 1,
    recipientSeq: 1,
    text: first,
    warnings: ["phone"],
  });
  await add("message", {
    ...message,
    id: sentId,
    senderId: id,
    recipientId: otherId,
    senderSeq: 2,
    recipientSeq: 2,
    text: second,
    warnings: ["investment"],
  });
  const facts = { lastSeq: 2, changedSeq: 2, lastMessageId: sentId };
  await add("conversation", { ownerId: id, otherId, openedAt: at(49), startedAt: at(50), ...facts });
  await add("conversation", { ownerId: otherId, otherId: id, ...facts });
  await add("reaction", { messageId: receivedId, memberId: id, emoji: "fire", reactedAt: at(51) });
}
