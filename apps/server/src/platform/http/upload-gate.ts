import { addressKey } from "../rate-limit.ts";
import { fail } from "./failure.ts";

// Each upload being received may hold some 26 MB of disk: this bounds what all of them, and one sender, can take.
const AT_ONCE = 128;
const AT_ONCE_PER_ADDRESS = 32;
// The text parts and the form's own punctuation.
const OVERHEAD_BYTES = 256 * 1024;
const RETRY_SECONDS = 30;

type Announced = { address: string; length: string | undefined };

/** Decides, before a byte of the body is read, whether an upload may come in. */
export function openUploadGate() {
  const byAddress = new Map<string, number>();
  let open = 0;

  /**
   * Answers how to leave again. RATE_LIMIT_EXCEEDED while too many are coming in; FILE_TOO_LARGE for a body that
   * cannot be right; VALIDATION_ERROR for one that does not say how long it is.
   */
  function enter({ address, length }: Announced, maxBytes: number): () => void {
    if (length === undefined) fail("VALIDATION_ERROR");
    if (Number(length) > maxBytes + OVERHEAD_BYTES) fail("FILE_TOO_LARGE");
    const sender = addressKey(address);
    const own = byAddress.get(sender) ?? 0;
    if (open >= AT_ONCE || own >= AT_ONCE_PER_ADDRESS)
      fail("RATE_LIMIT_EXCEEDED", { retryAfterSeconds: RETRY_SECONDS });
    open += 1;
    byAddress.set(sender, own + 1);
    return () => {
      open -= 1;
      const left = (byAddress.get(sender) ?? 1) - 1;
      if (left > 0) byAddress.set(sender, left);
      else byAddress.delete(sender);
    };
  }

  return { enter };
}
export type UploadGate = ReturnType<typeof openUploadGate>;
