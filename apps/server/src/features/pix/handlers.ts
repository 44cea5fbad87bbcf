import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { findCharge } from "./queries.ts";
import { chargeState } from "./rules.ts";

export const charge = handle(contract.pix.charge, async ({ params, db, clock }) => {
  const foundCharge = (await findCharge(db, params.token)) ?? fail("NOT_FOUND");
  const state = chargeState(foundCharge, clock.now());
  const { product, centavos, expiresAt, code } = foundCharge;
  return { product, centavos, expiresAt, state, code: state === "pending" ? code : null };
});
