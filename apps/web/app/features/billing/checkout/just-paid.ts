/** The order whose payment this tab has just seen; forgotten after the celebration or a page reload. */
let justPaidId: string | undefined;

export function markPaid(orderId: string): void {
  justPaidId = orderId;
}

/** Whether this tab has just seen the order's payment; true only for the first call. */
export function takeJustPaid(orderId: string): boolean {
  const isJustPaid = justPaidId === orderId;
  justPaidId = undefined;
  return isJustPaid;
}
