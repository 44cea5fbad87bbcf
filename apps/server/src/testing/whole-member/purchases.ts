import { randomId, uuidv7 } from "../../platform/ids.ts";
import { makePaidOrder } from "../orders.ts";
import type { World } from "../world.ts";
import { type AddRows, at, HIDDEN_WORD } from "./rows.ts";

export async function addPurchases(world: World, add: AddRows, { id, staffId }: { id: string; staffId: string }) {
  const { orderId } = await makePaidOrder(world, { id, role: "daddy" });
  await world.owner
    .updateTable("productOrder")
    .set({ withdrawnAt: at(34), reference: "referencia-do-pedido" })
    .where("id", "=", orderId)
    .execute();
  await add("moneyReturn", {
    orderId,
    returnId: "devolucao-1",
    paymentId: "pagamento-1",
    kind: "refund",
    centavos: 1234,
    state: "requested",
    reason: "staff",
    requestedBy: staffId,
    createdAt: at(35),
  });
  await add("withdrawalReview", {
    orderId,
    memberId: id,
    requestedAt: at(36),
    isAccepted: true,
    reason: "Motivo da desistência",
    decidedAt: at(37),
    decidedBy: staffId,
  });
  await add("pixCharge", {
    orderId,
    token: `${HIDDEN_WORD}-${randomId()}`,
    code: "00020126-codigo-pix",
    createdAt: at(38),
  });
  await add("ledgerEntry", {
    id: uuidv7(at(39)),
    memberId: id,
    kind: "courtesy",
    provider: "team",
    providerObjectId: `cortesia-${randomId()}`,
    premiumSeconds: 60,
    premiumUntil: new Date(Date.UTC(2030, 0, 1)),
    highlightedUntil: new Date(Date.UTC(2030, 0, 2)),
    hasCourtesyPremium: true,
    writtenAt: at(39),
  });
  await add("endReminder", { memberId: id, what: "premium", endsAt: at(40) });
}
