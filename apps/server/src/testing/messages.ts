import { randomUUID } from "node:crypto";
import type { Reaction } from "@caramelo/contract/messaging/reactions";
import { makeSignedIn } from "./signed-in.ts";
import type { World } from "./world.ts";

type Overrides = Parameters<typeof makeSignedIn>[1];

/** A signed-in member with the calls of messaging. */
export type Writer = Awaited<ReturnType<typeof makeWriter>>;

export async function makeWriter(world: World, overrides: Overrides = {}) {
  const { id, browser } = await makeSignedIn(world, overrides);
  const { messaging } = browser.api;
  return {
    id,
    raw: browser.raw,
    ...messaging,
    send: (to: { id: string }, text = "oi", clientId: string = randomUUID()) =>
      messaging.send({ params: { memberId: to.id }, body: { clientId, text } }),
    /** Sends a message with the confirmation that a warning asks for. */
    insist: (to: { id: string }, text: string, clientId: string = randomUUID()) =>
      messaging.send({ params: { memberId: to.id }, body: { clientId, text, isConfirmed: true } }),
    reply: (to: { id: string }, replyToId: string, text = "sim", clientId: string = randomUUID()) =>
      messaging.send({ params: { memberId: to.id }, body: { clientId, text, replyToId } }),
    react: (to: { id: string }, seq: number, reaction: Reaction | null) =>
      messaging.react({ params: { memberId: to.id, seq }, body: { reaction } }),
    read: (from: { id: string }, upTo: number) => messaging.markRead({ params: { memberId: from.id }, body: { upTo } }),
    clear: (from: { id: string }, upTo: number) => messaging.clear({ params: { memberId: from.id }, body: { upTo } }),
    chat: (withWhom: { id: string }) => messaging.chat({ params: { memberId: withWhom.id } }),
    history: (withWhom: { id: string }, before?: number) =>
      messaging.history({ params: { memberId: withWhom.id }, query: before === undefined ? {} : { before } }),
  };
}
