import { matchPrecache } from "workbox-precaching";
import { forgetBriefSession, keepFirstAnswers, readEnds } from "./copies.ts";

/** The HTML that the browser's router fills for any address. */
const FALLBACK = "/__spa-fallback.html";
/** Longer than a slow connection needs for a page, but shorter than members would wait. */
const WAIT_MS = 4_000;

const findBuilt = async (path: string): Promise<Response | undefined> =>
  (await matchPrecache(path)) ?? (await matchPrecache(FALLBACK));

/**
 * The page from the server, or, when it fails or takes too long, the one that was built with this worker. `keep` gets
 * the work that continues after the answer.
 */
export async function openPage(request: Request, keep: (work: Promise<void>) => void): Promise<Response> {
  await forgetBriefSession();
  const path = new URL(request.url).pathname.replace(/(.)\/$/, "$1");
  const endsBefore = readEnds();
  const fresh = fetch(request);
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT_MS));
  const first = await Promise.race([fresh.catch(() => undefined), late]);
  // The page itself is never kept, but the answers in it are, as if the page had requested them.
  if (first?.ok) keep(keepFirstAnswers(first.clone(), endsBefore));
  return first ?? (await findBuilt(path)) ?? fresh;
}
