import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const pushKey = handle(contract.notifications.pushKey, async () => fail("UNKNOWN_ERROR"));
export const subscribe = handle(contract.notifications.subscribe, async () => fail("UNKNOWN_ERROR"));
export const unsubscribe = handle(contract.notifications.unsubscribe, async () => fail("UNKNOWN_ERROR"));
