import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const list = handle(contract.discovery.list, async () => fail("NOT_FOUND"));
