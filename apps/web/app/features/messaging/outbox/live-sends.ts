import { LIVE_FRAME_MAX_BYTES } from "@caramelo/contract/limits";
import type { LiveSaid, LiveWire } from "@caramelo/contract/live";
import type { Message } from "../types.ts";

/**
 * A network change can end a connection without an event. After this time without an answer, the message is sent over
 * HTTP.
 */
const ANSWER_MS = 5_000;

type Refusal = LiveWire<"refused">;
type Answer = { message: Message } | { refused: Refusal };
type Frame = { event: "send" } & LiveSaid<"send">;

type Connection = { isOpen: () => boolean; send: (frame: Frame) => void };

/** Sends messages over the tab's live connection and waits for their answers. */
export function openLiveSends({ isOpen, send }: Connection) {
  const pendingAnswers = new Map<string, (answer: Answer | undefined) => void>();
  /**
   * True after an unanswered send: an older server does not know the event and logs each one as an error, so no more
   * are sent until an answer arrives or the connection closes.
   */
  let isSilent = false;

  return {
    /**
     * Returns undefined if the connection cannot take the message. Otherwise resolves to the server's answer, or to
     * undefined without one: the message may or may not be stored, and must be sent again over HTTP with the same id.
     */
    ask(request: LiveSaid<"send">): Promise<Answer | undefined> | undefined {
      const frame: Frame = { event: "send", ...request };
      if (!isOpen() || isSilent || isTooLarge(frame)) return undefined;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          isSilent = true;
          answer(undefined);
        }, ANSWER_MS);
        function answer(givenAnswer: Answer | undefined) {
          clearTimeout(timer);
          if (pendingAnswers.get(request.clientId) === answer) pendingAnswers.delete(request.clientId);
          resolve(givenAnswer);
        }
        pendingAnswers.set(request.clientId, answer);
        send(frame);
      });
    },
    receiveSent: (message: Message) => {
      isSilent = false;
      pendingAnswers.get(message.clientId ?? "")?.({ message });
    },
    receiveRefused: (refusal: Refusal) => {
      isSilent = false;
      pendingAnswers.get(refusal.clientId)?.({ refused: refusal });
    },
    /** Called when the connection has closed, because no more answers can arrive on it. */
    giveUp: () => {
      isSilent = false;
      for (const answer of [...pendingAnswers.values()]) answer(undefined);
    },
  };
}

function isTooLarge(frame: Frame): boolean {
  return new TextEncoder().encode(JSON.stringify(frame)).length > LIVE_FRAME_MAX_BYTES;
}
