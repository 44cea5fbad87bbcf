import { contract } from "@caramelo/contract/contract";
import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import type * as z from "zod";
import type { Context } from "../../platform/context.ts";
import { retryContention } from "../../platform/database/contention.ts";
import { Failure, fail, foreseenFailure } from "../../platform/http/failure.ts";
import { takeMemberLimits } from "../../platform/http/take-limits.ts";
import type { RateLimits } from "../../platform/limits/rate-limit.ts";
import type { LiveAnswer, LiveHandler } from "../../platform/live/event-dispatch.ts";
import type { Log } from "../../platform/log.ts";
import { storeSend } from "./handlers/send.ts";

const { params, body, limit } = contract.messaging.send;

/** The call `messaging.send` over a live connection: the same limits, rules and refusals. */
export function receiveSend(limits: RateLimits): LiveHandler<"send", Context> {
  return async ({ me, payload, ...context }) => {
    const { withId, ...ownFields } = payload;
    const onRetry = (err: unknown) => context.log.warn({ err, event: "send" }, "busy, tried again");
    try {
      await takeMemberLimits(limit, limits, me.id);
      const { memberId } = read(params, { memberId: withId });
      const between = { senderId: me.id, recipientId: memberId, sessionId: me.sessionId };
      const message = read(body, ownFields);
      const storedMessage = await retryContention(() => storeSend(context, between, message), onRetry);
      return { event: "sent", payload: { message: storedMessage } };
    } catch (error) {
      return refused(ownFields.clientId, error, context.log);
    }
  };
}

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  return schema.safeParse(input).data ?? fail("VALIDATION_ERROR");
}

function refused(clientId: string, err: unknown, log: Log): LiveAnswer {
  const foreseen = foreseenFailure(err);
  if (!foreseen) log.error({ err, event: "send" }, "unexpected");
  else if (!(err instanceof Failure)) log.warn({ err, event: "send" }, "unavailable");
  const { code, details } = foreseen ?? new Failure(contract.messaging.send.unexpected);
  // The details of a refused send hold the warnings that the rules found.
  const warnings = (details.warnings ?? []) as MessageWarning[];
  return { event: "refused", payload: { clientId, code, retryAfterSeconds: details.retryAfterSeconds ?? 0, warnings } };
}
