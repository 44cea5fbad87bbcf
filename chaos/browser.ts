import { setTimeout as sleep } from "node:timers/promises";
import type { LiveWire } from "@caramelo/contract/live";
import { REACTION_KEYS, type Reaction } from "@caramelo/contract/messaging/reactions";
import { WebSocket } from "ws";
import { openLiveSends } from "../apps/web/app/features/messaging/outbox/live-sends.ts";
import { type Entry, listWaiting } from "../apps/web/app/features/messaging/outbox/rules.ts";
import { openSender } from "../apps/web/app/features/messaging/outbox/sender.ts";
import { openStream } from "../apps/web/app/features/messaging/sync/stream.ts";
import type { Change, ChangesPage, Message } from "../apps/web/app/features/messaging/types.ts";
import { makeId } from "../apps/web/app/platform/make-id.ts";
import { type Answer, openHttp } from "./http.ts";
import type { Oracle } from "./oracle.ts";
import type { Person } from "./people.ts";
import { drawOne, type Random } from "./random.ts";
import type { ShownView } from "./rules.ts";
import { openView } from "./view.ts";

const RECONNECT_MS = 50;
/** At most this many messages wait in each conversation. */
const WAITING = 2;
/**
 * The shares of received messages after which a member empties the conversation, marks it as read or reacts, and of
 * reactions that they then change or take back.
 */
const CLEARS = 0.004;
const READS = 0.08;
const REACTIONS = 0.06;
const SECOND_THOUGHTS = 0.4;

type Frame =
  | ({ event: "change" } & Change)
  | ({ event: "heartbeat" } & LiveWire<"heartbeat">)
  | ({ event: "sent" } & LiveWire<"sent">)
  | ({ event: "refused" } & LiveWire<"refused">);

type Deps = Parameters<typeof openSender>[0];
type Failure = ReturnType<Deps["readFailure"]>;

/**
 * The counts of all browsers together. `silent`: a message got no answer over an open live connection, and was sent by
 * a call as well. `busy`: a send was refused with 503 or, over the live connection, with a code SERVICE_…
 * `answeredAgain`: an earlier attempt had stored the message, but its answer was lost.
 */
export type Tally = {
  tries: number;
  silent: number;
  unanswered: number;
  busy: number;
  answeredAgain: number;
  refused: number;
};

export type Browser = {
  /** Writes to all others at the same time, one message after the other to each, while `mayWrite` returns true. */
  write(mayWrite: () => boolean): void;
  /** Whether nothing waits to be sent, marked as read, cleared, reacted to or loaded. */
  isQuiet(): boolean;
  /** Reads what was missed, as when the member returns to the tab. */
  catchUp(): Promise<void>;
  /** The seq that the browser has reached in the member's stream. */
  seq(): number;
  shown(): ShownView;
  close(): void;
};

type Options = {
  origin: string;
  person: Person;
  others: Person[];
  oracle: Oracle;
  random: Random;
  /** Makes the text of the next message. All browsers share the numbering. */
  nextText: () => string;
  tally: Tally;
  /** A browser waits whole seconds before it tries again. Its waits are divided by this number. */
  haste: number;
  /** Called, with a description, for an answer that no browser should ever get. */
  onSurprise: (text: string) => void;
  /** Called, with a description, for each request and handshake that fails. */
  onFailure?: (text: string) => void;
  /** A request without an answer after this time counts as unanswered. */
  answerMs?: number;
};

/** A member's browser without a screen: the outbox and the stream of the site itself, over another network layer. */
export function openBrowser(options: Options): Browser {
  const { origin, person, others, oracle, random, nextText, tally, haste, onSurprise, onFailure, answerMs } = options;
  const { ask, close } = openHttp({ origin, session: person.session, onSurprise, onFailure, answerMs });
  let hasEnded = false;
  let cursor = 0;
  let working = 0;
  let mayWrite = () => false;

  const view = openView({
    memberId: person.id,
    otherIds: others.map(({ id }) => id),
    ask,
    findStream: () => stream,
    hasEnded: () => hasEnded,
  });
  const stream = openStream({
    read: async (after) => {
      const answer = await ask("GET", `/api/messages/changes${after === undefined ? "" : `?after=${after}`}`);
      if (answer?.status !== 200) throw new Error("the gap could not be read");
      // The cast is safe, because the contract defines this answer.
      const page = answer.body as ChangesPage;
      cursor = Math.max(cursor, page.cursor);
      return page;
    },
    apply: (change) => {
      cursor = Math.max(cursor, change.seq);
      view.apply(change);
      react(change);
    },
    showUnread: view.showUnread,
    startOver: view.startOver,
    // A failure needs no handling, because the next event, heartbeat or connection reads again.
    onFailure: () => {},
  });

  const entries = new Map<string, Entry>();
  const sender = openSender({
    list: () => [...entries.values()],
    change: (entry) => {
      entries.set(entry.clientId, entry);
      if (entry.state === "returned" && entry.failure === null) onSurprise(`the outbox gave "${entry.text}" up`);
    },
    send: (entry) => send(entry),
    readFailure: (error) => (error as { failure: Failure }).failure, // `send` throws only this.
    finish: ({ withId, clientId }, message) => {
      entries.delete(clientId);
      view.showSent(withId, message);
      stream.observeSeq(message.seq);
      fill(withId);
    },
    onRefused: (withId, code) => {
      for (const [clientId, entry] of entries) if (entry.withId === withId) entries.delete(clientId);
      tally.refused += 1;
      if (code !== "UPGRADE_REQUIRED" || person.tokens === null) onSurprise(`a message was refused with ${code}`);
    },
    now: Date.now,
    wait: (ms) => sleep(ms / haste),
    runAlone: (_, work) => work(),
    hasEnded: () => hasEnded,
  });

  async function send({ withId, clientId, text }: Entry): Promise<Message> {
    const startedAt = Date.now();
    tally.tries += 1;
    const pendingSend = liveSends.ask({ withId, clientId, text });
    const live = pendingSend && (await pendingSend);
    if (live && "message" in live) return acknowledge(live.message, { withId, text, startedAt });
    if (live) {
      const { code, retryAfterSeconds } = live.refused;
      if (code.startsWith("SERVICE_")) tally.busy += 1;
      else if (code === "SERVER_ERROR") onSurprise("a send over the live connection failed unexpectedly");
      throw Object.assign(new Error("refused"), { failure: { code, retryAfterMs: retryAfterSeconds * 1_000 } });
    }
    if (pendingSend && isConnected()) tally.silent += 1;
    const answer = await ask("POST", `/api/conversations/${withId}/messages`, { clientId, text });
    if (answer?.status !== 200) {
      if (!answer) tally.unanswered += 1;
      else if (answer.status === 503) tally.busy += 1;
      // A dead database must lead to 503, which tells the outbox to try again. Other errors are faults of the product.
      else if (answer.status >= 500) onSurprise(`a send was answered ${answer.status}`);
      throw Object.assign(new Error("not acknowledged"), { failure: readFailure(answer) });
    }
    // The cast is safe, because the contract defines this answer.
    return acknowledge(answer.body as Message, { withId, text, startedAt });
  }
  type Tried = { withId: string; text: string; startedAt: number };
  function acknowledge(message: Message, { withId, text, startedAt }: Tried): Message {
    if (Date.parse(message.sentAt) < startedAt) tally.answeredAgain += 1;
    const { id, seq, clientId } = message;
    const acknowledged = { id, seq, senderId: person.id, recipientId: withId, clientId: clientId ?? "", text };
    oracle.acknowledge(acknowledged, Date.parse(message.sentAt));
    return message;
  }
  function fill(withId: string): void {
    while (mayWrite() && listWaiting([...entries.values()], withId).length < WAITING) {
      const entry = { clientId: makeId(), withId, text: nextText(), at: Date.now(), triedAt: null };
      entries.set(entry.clientId, { ...entry, state: "waiting", failure: null, isAnnounced: false });
    }
    sender.pump();
  }
  function react({ type, message, withId, seq }: Change): void {
    if (type !== "message" || !message || message.isMine || hasEnded) return;
    const draw = random();
    if (draw < CLEARS) void reach("cleared", withId, seq);
    else if (draw < CLEARS + READS) void reach("read", withId, seq);
    else if (draw < CLEARS + READS + REACTIONS) void reactTwice(withId, message);
  }
  async function reactTwice(withId: string, message: Message): Promise<void> {
    working += 1;
    const reactedMessage = await reactTo(withId, message, drawOne(random, REACTION_KEYS));
    if (reactedMessage && random() < SECOND_THOUGHTS)
      await reactTo(withId, reactedMessage, drawOne(random, [...REACTION_KEYS, null]));
    working -= 1;
  }
  /** Shows the reaction at once, and takes it back when it is not acknowledged, as the site does. */
  async function reactTo(withId: string, message: Message, reaction: Reaction | null): Promise<Message | undefined> {
    const reactionMark = { messageId: message.id, memberId: person.id, reaction };
    oracle.doubtReaction(reactionMark);
    view.hopeForReaction(withId, message.id, reaction);
    const path = `/api/conversations/${withId}/messages/${message.seq}/reaction`;
    const answer = await ask("PUT", path, { reaction });
    if (answer?.status !== 200) {
      if (answer && answer.status !== 404 && answer.status !== 503)
        onSurprise(`a reaction was answered ${answer.status}`);
      view.giveUpReaction(withId, message.id, message.reactions.mine);
      return undefined;
    }
    // The cast is safe, because the contract defines this answer.
    const reply = answer.body as { message: Message; cursor: number };
    oracle.react(reactionMark);
    view.showReaction(withId, reply.message, reply.cursor);
    return reply.message;
  }
  async function reach(what: "read" | "cleared", otherId: string, upTo: number): Promise<void> {
    working += 1;
    const path = `/api/conversations/${otherId}`;
    const answer = what === "read" ? await ask("PUT", `${path}/read`, { upTo }) : await ask("DELETE", path, { upTo });
    if (answer?.status === 200) oracle.reach(what, { ownerId: person.id, otherId, upTo });
    working -= 1;
  }

  let socket: WebSocket | undefined;
  const isConnected = () => socket?.readyState === WebSocket.OPEN;
  const liveSends = openLiveSends({ isOpen: isConnected, send: (frame) => socket?.send(JSON.stringify(frame)) });
  function connect(): void {
    if (hasEnded) return;
    const headers = { cookie: `caramelo=${person.session}` };
    socket = new WebSocket(`${origin.replace("http", "ws")}/api/live`, { origin, headers, perMessageDeflate: false });
    socket.on("message", (data) => {
      // The cast is safe, because the server validates each frame before it sends it.
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.event === "change") stream.receive(frame);
      else if (frame.event === "heartbeat") stream.observeSeq(frame.lastSeq);
      else if (frame.event === "sent") liveSends.receiveSent(frame.message);
      else if (frame.event === "refused") liveSends.receiveRefused(frame);
    });
    // A close follows.
    socket.on("error", ({ message }) => {
      if (!hasEnded) onFailure?.(`the live connection: ${message}`);
    });
    socket.on("close", () => {
      liveSends.giveUp();
      setTimeout(connect, RECONNECT_MS);
    });
  }
  connect();
  void stream.catchUp();

  return {
    write(may) {
      mayWrite = may;
      for (const { id } of others) fill(id);
    },
    isQuiet: () => entries.size === 0 && working === 0 && !view.isLoading(),
    catchUp: stream.catchUp,
    seq: () => cursor,
    shown: view.shown,
    close() {
      hasEnded = true;
      socket?.terminate();
      close();
    },
  };
}

/** What the outbox learns about an attempt that was not acknowledged, read as the site's own calls read it. */
function readFailure(answer: Answer | undefined): Failure {
  if (!answer) return { code: "NETWORK_ERROR", retryAfterMs: 0 };
  // The cast is safe, because every refusal of the product has a code.
  const { code } = answer.body as { code: Failure["code"] };
  return { code, retryAfterMs: answer.retryAfterMs };
}
