import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const read = handle(contract.profiles.read, async () => fail("NOT_FOUND"));
