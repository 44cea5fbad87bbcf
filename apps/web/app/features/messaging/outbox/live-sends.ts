import { LIVE_FRAME_MAX_BYTES } from "@caramelo/contract/limits";
import type { LiveSaid, LiveWire } from "@caramelo/contract/live";
import type { Message } from "../types.ts";

/** A network change ends a connection without a word: after so long the message goes by a call. */
const ANSWER_MS = 5_000;

type Refusal = LiveWire<"refused">;
type Answer = { message: Message } | { refused: Refusal };
type Frame = { event: "send" } & LiveSaid<"send">;

type Connection = { isOpen: () => boolean; send: (frame: Frame) => void };

/** Sends messages over the tab's live connection, and waits for their answers. */
export function openLiveSends({ isOpen, send }: Connection) {
  const waiting = new Map<string, (answer: Answer | undefined) => void>();
  /** Also where other events arrive: a server of before, which does not know this one, counts each as a fault of ours. */
  let isSilent = false;

  return {
    /**
     * Undefined where the connection cannot take it. Resolves to the server's answer, or to undefined where none comes: the
     * message may then be stored or not, and the same id has to be sent by a call.
     */
    ask(request: LiveSaid<"send">): Promise<Answer | undefined> | undefined {
      const frame: Frame = { event: "send", ...request };
      if (!isOpen() || isSilent || isTooLarge(frame)) return undefined;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          isSilent = true;
          answer(undefined);
        }, ANSWER_MS);
        function answer(given: Answer | undefined) {
          clearTimeout(timer);
          if (waiting.get(request.clientId) === answer) waiting.delete(request.clientId);
          resolve(given);
        }
        waiting.set(request.clientId, answer);
        send(frame);
      });
    },
    receiveSent: (message: Message) => {
      isSilent = false;
      waiting.get(message.clientId ?? "")?.({ message });
    },
    receiveRefused: (refused: Refusal) => {
      isSilent = false;
      waiting.get(refused.clientId)?.({ refused });
    },
    /** The connection is closed: no answer will come by it. */
    giveUp: () => {
      isSilent = false;
      for (const answer of [...waiting.values()]) answer(undefined);
    },
  };
}

function isTooLarge(frame: Frame): boolean {
  return new TextEncoder().encode(JSON.stringify(frame)).length > LIVE_FRAME_MAX_BYTES;
}
