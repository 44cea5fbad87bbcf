let lastTime = 0;
let counter = 0;

/**
 * A UUID of version 7: ids made later sort later, also within one millisecond of this tab. Made before a message shows,
 * so that a message sent twice is stored once.
 */
export function makeClientId(now = Date.now()): string {
  if (now > lastTime) counter = 0;
  else counter += 1;
  // A clock that stands still or goes back, and a full counter, borrow from the time to come.
  if (now > lastTime) lastTime = now;
  else if (counter > 0xfff) {
    lastTime += 1;
    counter = 0;
  }
  const random = crypto.getRandomValues(new Uint8Array(8));
  const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = (8 + (Number.parseInt(tail.slice(0, 1), 16) % 4)).toString(16);
  const time = lastTime.toString(16).padStart(12, "0");
  const count = counter.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
}
