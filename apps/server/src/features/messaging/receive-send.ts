import { contract } from "@caramelo/contract/contract";
import type { MessageWarning } from "@caramelo/contract/message-warnings";
import type { Context } from "../../platform/context.ts";
import { retryContention } from "../../platform/database/contention.ts";
import { takeMemberLimits } from "../../platform/http/call-limits.ts";
import { Failure, fail, foreseenFailure } from "../../platform/http/failure.ts";
import type { LiveAnswer, LiveHandler } from "../../platform/live/event-dispatch.ts";
import type { Log } from "../../platform/log.ts";
import type { RateLimits } from "../../platform/rate-limit.ts";
import { storeSend } from "./handlers/send.ts";

/** The call `messaging.send` over a live connection: the same limits, rules and refusals. */
export function receiveSend(limits: RateLimits): LiveHandler<"send", Context> {
  return async ({ me, payload, ...context }) => {
    const { withId, text, ...others } = payload;
    const between = { senderId: me.id, recipientId: withId, sessionId: me.sessionId };
    const onRetry = (err: unknown) => context.log.warn({ err, event: "send" }, "busy, tried again");
    try {
      await takeMemberLimits(contract.messaging.send.limit, limits, me.id);
      const said = { ...others, text: readText(text) };
      const message = await retryContention(() => storeSend(context, between, said), onRetry);
      return { event: "sent", payload: { message } };
    } catch (error) {
      return refused(others.clientId, error, context.log);
    }
  };
}

/** What the call makes of a text. */
function readText(text: string): string {
  return contract.messaging.send.body.shape.text.safeParse(text).data ?? fail("VALIDATION_ERROR");
}

function refused(clientId: string, err: unknown, log: Log): LiveAnswer {
  const foreseen = foreseenFailure(err);
  if (!foreseen) log.error({ err, event: "send" }, "unexpected");
  else if (!(err instanceof Failure)) log.warn({ err, event: "send" }, "unavailable");
  const { code, details } = foreseen ?? new Failure(contract.messaging.send.unexpected);
  // Of a send these are the rules' own names.
  const warnings = (details.warnings ?? []) as MessageWarning[];
  return { event: "refused", payload: { clientId, code, retryAfterSeconds: details.retryAfterSeconds ?? 0, warnings } };
}
