import { tidyText } from "@caramelo/contract/call/characters";
import { vibrate } from "~/platform/motion.ts";
import { sendMessage } from "../messaging-client.ts";
import { type Draft, findClientId } from "../outbox/rules.ts";

/** Sends what a member wrote, after their press. Returns false when no client took it, and the draft has to stay. */
export function sendDraft(withId: string, draft: Draft, isConfirmed = false): boolean {
  vibrate();
  const text = tidyText(draft.text);
  const clientId = findClientId({ ...draft, text });
  return sendMessage(withId, text, { replyTo: draft.replyTo, clientId, isConfirmed });
}
