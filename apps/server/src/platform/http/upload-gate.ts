import { addressKey } from "../limits/rate-limit.ts";
import { fail } from "./failure.ts";

// Each upload being received may hold some 26 MB of disk: this bounds what all of them, and one sender, can take. Members
// and guests are counted apart, so that strangers cannot take the slots of members.
const AT_ONCE = { member: 64, guest: 96 };
const AT_ONCE_PER_SENDER = 4;
// For the text parts and the boundaries between the parts.
const OVERHEAD_BYTES = 256 * 1024;
const RETRY_SECONDS = 30;
// Long enough for two compressed photos over a poor network. Within this an upload keeps its slot, whoever else waits.
const OWN_MS = 30_000;

/** `cut` ends the connection of an upload that loses its slot. */
type AnnouncedUpload = { memberId: string | undefined; address: string; length: string | undefined; cut: () => void };
type Side = keyof typeof AT_ONCE;
type Open = { side: Side; sender: string; began: number; cut: () => void };

/** Decides, before a byte of the body is read, whether an upload is accepted. */
export function openUploadGate(now: () => number = () => performance.now()) {
  // In the order of their arrival.
  const open = new Set<Open>();

  /**
   * When all slots are taken, one of the sender with the most goes to a sender who has fewer even with it; else that of
   * the upload that has had its own for the longest, once it had it for a while.
   */
  function makeRoom(all: Open[], own: Open[]): boolean {
    const counts = Map.groupBy(all, ({ sender }) => sender);
    const most = [...counts.values()].reduce((a, b) => (b.length > a.length ? b : a), []);
    const greedy = most.length > own.length + 1 ? most.at(-1) : undefined;
    const loser = greedy ?? all.find(({ began }) => now() - began >= OWN_MS);
    if (!loser) return false;
    loser.cut();
    return open.delete(loser);
  }

  /**
   * Answers the function that ends the upload's share. RATE_LIMIT_EXCEEDED while the sender sends too many uploads,
   * SERVICE_BUSY while all do; FILE_TOO_LARGE for a body that is longer than its files may be; VALIDATION_ERROR for one
   * without a length.
   */
  function enter({ memberId, address, length, cut }: AnnouncedUpload, maxBytes: number): () => void {
    if (length === undefined) fail("VALIDATION_ERROR");
    if (Number(length) > maxBytes + OVERHEAD_BYTES) fail("FILE_TOO_LARGE");
    const side = memberId === undefined ? "guest" : "member";
    const sender = memberId ?? addressKey(address);
    const all = [...open].filter((upload) => upload.side === side);
    const own = all.filter((upload) => upload.sender === sender);
    if (own.length >= AT_ONCE_PER_SENDER) fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_SECONDS });
    if (all.length >= AT_ONCE[side] && !makeRoom(all, own)) fail("SERVICE_BUSY", { retryAfterSeconds: RETRY_SECONDS });
    const upload: Open = { side, sender, began: now(), cut };
    open.add(upload);
    return () => void open.delete(upload);
  }

  return { enter };
}
export type UploadGate = ReturnType<typeof openUploadGate>;
