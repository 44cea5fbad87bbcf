import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const list = handle(contract.favorites.list, async () => fail("UNKNOWN_ERROR"));
export const fans = handle(contract.favorites.fans, async () => fail("UNKNOWN_ERROR"));
