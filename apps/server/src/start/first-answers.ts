import type { AnswerOf } from "@caramelo/contract/call/call";
import { answerKey } from "@caramelo/contract/call/first-answers";
import type { Contract } from "@caramelo/contract/contract";
import { CARD_SLOT, PROFILE_SLOT, photoSizes, photoSrcSet } from "@caramelo/contract/photos/sources";
import type { Photo } from "@caramelo/contract/profiles/calls";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { readSessionToken } from "../platform/http/session-cookie.ts";
import type { FirstAnswers, FirstPhoto } from "../platform/pages/member-page.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Config } from "./config.ts";
import { listFirstCalls, seedOfPage, seedOfVisit } from "./first-answers-rules.ts";
import { listFirstTexts } from "./first-texts.ts";

/**
 * The longest wait of a page for its answers. Without them the browser makes the calls itself, and shows their errors.
 */
const WAIT_MS = 1_500;
/** After late answers, the pages of that session come without answers for this long. */
export const PAUSE_MS = 5_000;
/**
 * While this many sessions are paused, all pages come without answers: a slow database must not get every query twice.
 */
export const LATE_SESSIONS = 5;
/** The first row of the search on a phone. More photos would delay the scripts. */
const FIRST_CARDS = 2;
/** Headers that concern only the request for the page; they are not copied into the calls that are made for it. */
const OF_PAGE = new Set(["if-none-match", "if-modified-since", "accept-encoding", "range", "connection", "upgrade"]);

type Deps = { config: Pick<Config, "isHttps">; clock: Clock };

/**
 * Returns a function that answers the first calls of a member's page by making them, so that the calls themselves
 * decide what the caller may see, what counts and what is refused. It returns undefined for a guest, for a page that is
 * only prefetched, when the answers take too long, and shortly afterwards. A member's slow answers do not delay those
 * of others.
 */
export function openFirstAnswers(app: FastifyInstance, { config, clock }: Deps) {
  const pausedSessions = new Map<string, number>();
  const isPaused = (token: string) => {
    const now = clock.now().getTime();
    for (const [session, until] of pausedSessions) if (until <= now) pausedSessions.delete(session);
    return pausedSessions.has(token) || pausedSessions.size >= LATE_SESSIONS;
  };
  return async (request: FastifyRequest, path: string): Promise<FirstAnswers | undefined> => {
    const token = readSessionToken(request.headers.cookie, config);
    if (token === undefined || /prefetch/.test(String(request.headers["sec-purpose"] ?? ""))) return undefined;
    // A closed connection no longer has an address, and a call without an address would count as one from this machine.
    const { remoteAddress } = request.socket;
    if (!remoteAddress || isPaused(token)) return undefined;
    const now = clock.now();
    const seed = seedOfVisit(request.headers.cookie) ?? seedOfPage(token, now);
    const stop = new AbortController();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      pausedSessions.set(token, clock.now().getTime() + PAUSE_MS);
      stop.abort();
      late.resolve(undefined);
    }, WAIT_MS);
    const own = answer(app, request, { path, seed, remoteAddress, signal: stop.signal, now }).catch((err: unknown) => {
      request.log.error({ err }, "could not bring a page's answers");
      return undefined;
    });
    return Promise.race([late.promise, own]).finally(() => clearTimeout(timer));
  };
}

type Page = { path: string; seed: number; remoteAddress: string; signal: AbortSignal; now: Date };

async function answer(app: FastifyInstance, request: FastifyRequest, page: Page) {
  const { path, seed, remoteAddress, signal, now } = page;
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_PAGE.has(name)));
  const ask = async (url: string) => {
    const reply = await app.inject({ url, headers, remoteAddress });
    return reply.statusCode === 200 ? reply.body : undefined;
  };
  const session = await ask("/api/session");
  // The cast holds because the contract declares this answer.
  const user = session && (JSON.parse(session) as AnswerOf<Contract["accounts"]["session"]>).user;
  // After the page has stopped waiting, no further calls are made.
  if (!session || !user || signal.aborted) return undefined;
  // The URL may contain a host, which can be any text, so only its query is used.
  const search = request.url.split("?").slice(1).join("?");
  const calls = listFirstCalls({ path, search, seed }, user);
  const replies = await Promise.all(calls.map(ask));
  const answers = new Map([[answerKey("/api/session"), session]]);
  for (const [at, url] of calls.entries()) {
    const reply = replies[at];
    if (reply !== undefined) answers.set(answerKey(url), reply);
  }
  return { answers, photos: listFirstPhotos(answers), texts: listFirstTexts({ path, viewer: user, answers, now }) };
}

/** Returns the photos that are visible as soon as the page opens. */
function listFirstPhotos(answers: ReadonlyMap<string, string>): FirstAnswers["photos"] {
  for (const [key, json] of answers) {
    // The casts hold because the contract declares these answers.
    if (key.startsWith("/api/discovery?")) {
      const { profiles } = JSON.parse(json) as AnswerOf<Contract["discovery"]["list"]>;
      return profiles.slice(0, FIRST_CARDS).map(({ photo }) => (photo ? sourcesOf(photo, "card") : undefined));
    }
    if (key.startsWith("/api/profiles/")) {
      const { photos } = JSON.parse(json) as AnswerOf<Contract["profiles"]["read"]>;
      return photos.slice(0, 1).map((photo) => sourcesOf(photo, "profile"));
    }
  }
  return [];
}

const sourcesOf = (photo: Photo, shape: FirstPhoto["shape"]): FirstPhoto => ({
  srcSet: photoSrcSet(photo),
  sizes: photoSizes(photo, shape === "card" ? CARD_SLOT : PROFILE_SLOT),
  shape,
});
