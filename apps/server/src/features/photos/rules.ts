// Orders are lists of ids; the first is the profile photo.

/** New photos stand right behind the profile photo, before the older ones (M7); of a first upload the first leads. */
export function orderWithNew(order: readonly string[], added: readonly string[]): string[] {
  return [...order.slice(0, 1), ...added, ...order.slice(1)];
}

/** One photo moves to the first place; the others keep their order. */
export function orderWithMain(order: readonly string[], id: string): string[] {
  return [id, ...orderWithout(order, id)];
}

export function orderWithout(order: readonly string[], id: string): string[] {
  return order.filter((one) => one !== id);
}

/** Whether a wished order names exactly the photos there are, each once. */
export function isSamePhotos(order: readonly string[], wished: readonly string[]): boolean {
  return (
    order.length === wished.length && new Set(wished).size === wished.length && order.every((id) => wished.includes(id))
  );
}
