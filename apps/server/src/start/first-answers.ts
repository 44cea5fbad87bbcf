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

/** A page does not wait longer for its answers: without them its browser asks, and says what is wrong. */
const WAIT_MS = 1_500;
/** After answers that came late the pages come without any: a slow database must not be asked everything twice. */
export const PAUSE_MS = 5_000;
/** The first row of the search on a phone; more photos would take the network from the scripts. */
const FIRST_CARDS = 2;
/** Of the request for the page, and not of the calls that are made for it. */
const OF_PAGE = new Set(["if-none-match", "if-modified-since", "accept-encoding", "range", "connection", "upgrade"]);

type Deps = { config: Pick<Config, "isHttps">; clock: Clock };

/**
 * Answers the first calls of a member's page, by making them: what the caller may see, what counts and what is refused is
 * decided by the calls themselves. Undefined for whoever is not signed in, for a page that is only fetched ahead, and where
 * answers have just come late.
 */
export function openFirstAnswers(app: FastifyInstance, { config, clock }: Deps) {
  let plainUntil = 0;
  return async (request: FastifyRequest, path: string): Promise<FirstAnswers | undefined> => {
    const token = readSessionToken(request.headers.cookie, config);
    if (token === undefined || /prefetch/.test(String(request.headers["sec-purpose"] ?? ""))) return undefined;
    // A connection that closed has no address any more, and a call without one would count as the machine's own.
    const { remoteAddress } = request.socket;
    if (!remoteAddress || clock.now().getTime() < plainUntil) return undefined;
    const seed = seedOfVisit(request.headers.cookie) ?? seedOfPage(token, clock.now());
    const stop = new AbortController();
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      plainUntil = clock.now().getTime() + PAUSE_MS;
      stop.abort();
      late.resolve(undefined);
    }, WAIT_MS);
    const own = answer(app, request, { path, seed, remoteAddress, signal: stop.signal }).catch((err: unknown) => {
      request.log.error({ err }, "could not bring a page's answers");
      return undefined;
    });
    return Promise.race([late.promise, own]).finally(() => clearTimeout(timer));
  };
}

type Page = { path: string; seed: number; remoteAddress: string; signal: AbortSignal };

async function answer(app: FastifyInstance, request: FastifyRequest, { path, seed, remoteAddress, signal }: Page) {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_PAGE.has(name)));
  const ask = async (url: string) => {
    const reply = await app.inject({ url, headers, remoteAddress });
    return reply.statusCode === 200 ? reply.body : undefined;
  };
  const session = await ask("/api/session");
  // The answer of that call, as the contract declares it.
  const user = session && (JSON.parse(session) as AnswerOf<Contract["accounts"]["session"]>).user;
  // What nobody waits for any more is not asked either.
  if (!session || !user || signal.aborted) return undefined;
  // An address may name a host too, which may be anything.
  const search = request.url.split("?").slice(1).join("?");
  const calls = listFirstCalls({ path, search, seed }, user);
  const replies = await Promise.all(calls.map(ask));
  const answers = new Map([[answerKey("/api/session"), session]]);
  for (const [at, url] of calls.entries()) {
    const reply = replies[at];
    if (reply !== undefined) answers.set(answerKey(url), reply);
  }
  return { answers, photos: listFirstPhotos(answers) };
}

/** The photos that are in view as soon as the page opens. */
function listFirstPhotos(answers: ReadonlyMap<string, string>): FirstAnswers["photos"] {
  for (const [key, json] of answers) {
    // The answers of these calls, as the contract declares them.
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
