import { vibrate } from "~/platform/motion.ts";
import { sendMessage } from "../messaging-client.ts";
import { type Draft, findClientId } from "../outbox/rules.ts";

/** Sends what a member wrote, after their press. Returns false when no client took it, and the draft has to stay. */
export function sendDraft(withId: string, draft: Draft, isConfirmed = false): boolean {
  vibrate();
  return sendMessage(withId, draft.text.trim(), { replyTo: draft.replyTo, clientId: findClientId(draft), isConfirmed });
}
