// An order is a list of ids; the first is the profile photo.

/** New photos follow the profile photo and precede the older ones (M7); the first of a first upload is the profile photo. */
export function orderWithNew(order: readonly string[], added: readonly string[]): string[] {
  return [...order.slice(0, 1), ...added, ...order.slice(1)];
}

/** One photo moves to the first position; the others keep their order. */
export function orderWithMain(order: readonly string[], id: string): string[] {
  return [id, ...orderWithout(order, id)];
}

export function orderWithout(order: readonly string[], id: string): string[] {
  return order.filter((one) => one !== id);
}

/** Whether a requested order names exactly the present photos, each once. */
export function isSamePhotos(order: readonly string[], requested: readonly string[]): boolean {
  return (
    order.length === requested.length &&
    new Set(requested).size === requested.length &&
    order.every((id) => requested.includes(id))
  );
}
