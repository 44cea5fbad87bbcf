import type { Db } from "../../platform/database/database.ts";
import type { PixCharges } from "../../platform/payments/pix/pix-provider.ts";
import { makeToken } from "../../platform/secrets/tokens.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { addCharge, findChargeOfOrder } from "./queries.ts";

/** Stores the codes of Pix charges, so that the payment page can show them. */
export function openPixCharges({ db, clock }: { db: Db; clock: Clock }): PixCharges {
  return {
    find: (orderId) => findChargeOfOrder(db, orderId),
    add: async (orderId, code) => {
      await addCharge(db, { orderId, code, token: makeToken(), createdAt: clock.now() });
      const charge = await findChargeOfOrder(db, orderId);
      if (!charge) throw new Error("a charge was added and is not there");
      return charge;
    },
  };
}
