import { matchPrecache } from "workbox-precaching";
import { forgetBriefSession, keepFirstAnswers, readEnds } from "./copies.ts";

/** The frame that the browser's router fills, whatever the address. */
const FALLBACK = "/__spa-fallback.html";
/** Longer than a slow connection needs for a page, shorter than a member's patience. */
const WAIT_MS = 4_000;

const findBuilt = async (path: string): Promise<Response | undefined> =>
  (await matchPrecache(path)) ?? (await matchPrecache(FALLBACK));

/**
 * The page from the server; when it does not come, or not soon, the one that was built with this worker. `keep` takes what
 * goes on after the answer.
 */
export async function openPage(request: Request, keep: (work: Promise<void>) => void): Promise<Response> {
  await forgetBriefSession();
  const path = new URL(request.url).pathname.replace(/(.)\/$/, "$1");
  const endsBefore = readEnds();
  const fresh = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
  const first = await Promise.race([fresh.catch(() => undefined), late]);
  // The page itself is never kept; the answers in it are, as if they had been asked for.
  if (first?.ok) keep(keepFirstAnswers(first.clone(), endsBefore));
  return first ?? (await findBuilt(path)) ?? fresh;
}
