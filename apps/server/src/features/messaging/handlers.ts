import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const conversations = handle(contract.messaging.conversations, async () => fail("NOT_FOUND"));
export const room = handle(contract.messaging.room, async () => fail("NOT_FOUND"));
export const history = handle(contract.messaging.history, async () => fail("NOT_FOUND"));
export const send = handle(contract.messaging.send, async () => fail("NOT_FOUND"));
export const markRead = handle(contract.messaging.markRead, async () => fail("NOT_FOUND"));
export const clear = handle(contract.messaging.clear, async () => fail("NOT_FOUND"));
export const changes = handle(contract.messaging.changes, async () => fail("NOT_FOUND"));
