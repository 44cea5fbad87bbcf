import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const add = handle(contract.favorites.add, async () => fail("NOT_FOUND"));
export const remove = handle(contract.favorites.remove, async () => fail("NOT_FOUND"));
