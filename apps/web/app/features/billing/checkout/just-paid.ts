/** The order whose payment this tab has just seen; it is forgotten when it was celebrated, or the page is loaded anew. */
let justPaidId: string | undefined;

export function markPaid(orderId: string): void {
  justPaidId = orderId;
}

/** Whether this tab has just seen the payment of an order, and was not asked before. */
export function takeJustPaid(orderId: string): boolean {
  const isJustPaid = justPaidId === orderId;
  justPaidId = undefined;
  return isJustPaid;
}
