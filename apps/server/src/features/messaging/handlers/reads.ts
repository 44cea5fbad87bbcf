import { contract } from "@caramelo/contract/contract";
import { foldText } from "@caramelo/contract/formats/fold-text";
import { CHANGES_PAGE, CONVERSATION_PAGE, MESSAGE_PAGE } from "@caramelo/contract/limits";
import { isPayer } from "../../../base/money/premium-rules.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { findPeople } from "../../member-cards/commands.ts";
import { personFrom } from "../../member-cards/rules.ts";
import { presenceMoments } from "../../presence/rules.ts";
import { findOpenings } from "../commands.ts";
import { findChanges } from "../queries/changes.ts";
import { findChat } from "../queries/chat.ts";
import { listConversations } from "../queries/conversation-list.ts";
import { listHistory } from "../queries/messages.ts";
import { findMeeting, isErasedPeer, listErased } from "../queries/pairs.ts";
import { isCursorTooOld, readListPosition, writeListPosition } from "../rules/cursors.ts";
import { findShortage, judgeWriting, mayKnowOf, mayOpen } from "../rules/judge.ts";
import { changeFrom, chatPeerFrom, lastMessageFrom, messageFrom, peerFrom, removedPeer } from "../rules/views.ts";

export const conversations = handle(contract.messaging.conversations, async ({ query, me, ...context }) => {
  const now = context.clock.now();
  const after = query.before === undefined ? undefined : readListPosition(query.before);
  const isLatestFirst = query.sort === "latest";
  const search = foldText(query.q ?? "") || undefined;
  const listRequest = { after, isLatestFirst, search, moments: presenceMoments(now) };
  const { rows, cursor, unreadTotal } = await listConversations(context.db, me.id, listRequest);
  const page = rows.slice(0, CONVERSATION_PAGE);
  const last = page.at(-1);
  const request = { ids: page.map(({ id }) => id), viewerId: me.id, now, needsPresence: false };
  const people = await findPeople(context, request);
  const erasedIds = new Set(
    await listErased(
      context.db,
      request.ids.filter((id) => !people.has(id)),
    ),
  );
  const linkTo = linkerAt(context, now);
  const conversations = page.flatMap((row) => {
    const person = people.get(row.id);
    // Members who left since the list was read are left out.
    if (!person && !erasedIds.has(row.id)) return [];
    // The list is ordered by this presence, so the peer shows the same one and not one that was read later.
    const peer = person ? peerFrom({ ...person, presence: row.presence }, linkTo) : removedPeer(row.id);
    return [{ peer, lastMessage: lastMessageFrom(row), unread: row.unread, lastSeq: row.lastSeq }];
  });
  return {
    conversations,
    next: last && rows.length > page.length ? writeListPosition(last) : null,
    cursor,
    unreadTotal,
  };
});

export const chat = handle(contract.messaging.chat, async ({ params, me, limits, ...context }) => {
  const now = context.clock.now();
  const foundChat = await findChat(context.db, { memberId: me.id, peerId: params.memberId, now });
  const writing = foundChat ? judgeWriting(foundChat.facts) : "missing";
  // Every peer who looks missing is checked, so that response time does not tell a stranger from an unknown id.
  const isRemoved = writing === "missing" && (await isErasedPeer(context.db, me.id, params.memberId));
  if (isRemoved) return removedChat(params.memberId);
  const isStranger = !foundChat?.facts.hasConversation;
  // Without a conversation this shows a profile, and counts as a view of it.
  if (isStranger) await limits.views.take();
  if (!foundChat || writing === "missing") fail("NOT_FOUND");
  if (isStranger) await context.profileAllowance.takeOne(me, params.memberId, now);
  const { facts, unread, ...peerFields } = foundChat;
  const { role, isPremium, tokens, conversations } = facts;
  return {
    peer: chatPeerFrom(me, { ...peerFields, ...personFrom(peerFields, now) }, linkerAt(context, now)),
    writing,
    shortage: writing === "upgrade" ? findShortage(facts, facts.hasHadTokens) : null,
    unread: unread ?? 0,
    balance: isPayer(role) ? { isPremium, tokens, conversations } : null,
    ...(mayOpen(facts) && { openings: await findOpenings(context, { memberId: me.id, peerId: params.memberId }) }),
  };
});

/** The chat with a member whose account is erased: it can be read, but accepts no messages. */
const removedChat = (memberId: string) => ({
  peer: removedPeer(memberId),
  writing: "unavailable" as const,
  shortage: null,
  unread: 0,
  balance: null,
});

export const history = handle(contract.messaging.history, async ({ params, query, me, db }) => {
  const { cursor, ...facts } = await findMeeting(db, { senderId: me.id, recipientId: params.memberId });
  if (!mayKnowOf(facts)) fail("NOT_FOUND");
  const rows = await listHistory(db, { memberId: me.id, peerId: params.memberId, before: query.before ?? null });
  const messages = rows.slice(0, MESSAGE_PAGE).map(messageFrom).reverse();
  return { messages, hasMore: rows.length > MESSAGE_PAGE, cursor };
});

/** A cursor after every change: a request without a cursor reads only the position of the stream. */
const NEWEST = Number.MAX_SAFE_INTEGER;

export const changes = handle(contract.messaging.changes, async ({ query, me, db }) => {
  const foundChanges = await findChanges(db, { memberId: me.id, after: query.after ?? NEWEST });
  const { lastSeq: last, prunedUpTo, unreadTotal } = foundChanges;
  const after = query.after ?? last;
  const mustStartOver = isCursorTooOld(after, prunedUpTo);
  const upTo = mustStartOver ? last : Math.min(after + CHANGES_PAGE, last);
  const rows = mustStartOver ? [] : foundChanges.changes;
  return {
    changes: rows.map((row) => changeFrom(row, unreadTotal)),
    cursor: upTo,
    hasMore: upTo < last,
    mustStartOver,
    unreadTotal,
  };
});

const linkerAt =
  ({ photoLinks }: Pick<Context, "photoLinks">, now: Date) =>
  (fileName: string) =>
    photoLinks.linkTo(fileName, "small", now);
