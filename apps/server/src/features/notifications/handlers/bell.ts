import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const list = handle(contract.notifications.list, async () => fail("UNKNOWN_ERROR"));
export const dismiss = handle(contract.notifications.dismiss, async () => fail("UNKNOWN_ERROR"));
export const dismissAll = handle(contract.notifications.dismissAll, async () => fail("UNKNOWN_ERROR"));
