import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const mine = handle(contract.profiles.mine, async () => fail("UNKNOWN_ERROR"));
export const change = handle(contract.profiles.change, async () => fail("UNKNOWN_ERROR"));
export const leaveWildcardCity = handle(contract.profiles.leaveWildcardCity, async () => fail("UNKNOWN_ERROR"));
