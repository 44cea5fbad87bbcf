import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const add = handle(contract.photos.add, async () => fail("UNKNOWN_ERROR"));
export const remove = handle(contract.photos.remove, async () => fail("UNKNOWN_ERROR"));
export const setMain = handle(contract.photos.setMain, async () => fail("UNKNOWN_ERROR"));
export const arrange = handle(contract.photos.arrange, async () => fail("UNKNOWN_ERROR"));
