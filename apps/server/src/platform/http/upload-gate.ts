import { addressKey } from "../limits/rate-limit.ts";
import { fail } from "./failure.ts";

// Each upload in progress can take some 26 MB of disk, so these numbers bound what all uploads, and those of one
// sender, can take. Members and guests are counted separately, so that strangers cannot take the slots of members.
const AT_ONCE = { member: 64, guest: 96 };
const AT_ONCE_PER_SENDER = 4;
// Room for the text parts and the boundaries between the parts.
const OVERHEAD_BYTES = 256 * 1024;
const RETRY_SECONDS = 30;
// Long enough for two compressed photos over a poor network. During this time an upload keeps its slot, unless its
// sender has more slots than a new sender.
const OWN_MS = 30_000;

/** `cut` closes the connection of an upload that loses its slot. */
type AnnouncedUpload = { memberId: string | undefined; address: string; length: string | undefined; cut: () => void };
type Side = keyof typeof AT_ONCE;
type Open = { side: Side; sender: string; began: number; cut: () => void };

/** Decides whether an upload is accepted, before any of its body is read. */
export function openUploadGate(now: () => number = () => performance.now()) {
  // The set is in the order of arrival.
  const open = new Set<Open>();

  /**
   * Frees a slot when all are taken. The sender with the most uploads loses one if they keep no fewer than the new
   * sender then has. Otherwise the upload that has had its slot the longest loses it, if it has had it for at least
   * `OWN_MS`.
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
   * Returns a function that releases the upload's slot. Fails with RATE_LIMIT_EXCEEDED while the sender has too many
   * uploads in progress; with SERVICE_BUSY while no slot can be freed; with FILE_TOO_LARGE for a body that is longer
   * than its files may be; and with VALIDATION_ERROR for a body without a length.
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
