import type { Clock } from "../../time/clock.ts";
import type { Send } from "./https-client.ts";
import { Token } from "./pix-schemas.ts";

/** The rights of the product at the PSP, and nothing more. */
const SCOPES = ["cob.write", "cob.read", "pix.write", "pix.read", "webhook.write"];
// A token is not used in its last minute, because it must still be valid when a request arrives.
const SPARE_MS = 60_000;

export type AccessToken = {
  /** Returns a token that is valid for a while. Callers that ask while it is being fetched share one request. */
  get(): Promise<string>;
  /** Forgets a token that the PSP does not accept. */
  drop(token: string): void;
};

type Options = { send: Send; clock: Clock; tokenUrl: URL; clientId: string; clientSecret: string };

/** The access token of OAuth2 client credentials. */
export function openAccessToken({ send, clock, tokenUrl, clientId, clientSecret }: Options): AccessToken {
  let knownToken: { token: string; endsAt: number } | undefined;
  let tokenRequest: Promise<string> | undefined;

  async function ask(): Promise<string> {
    const askedAt = clock.now().getTime();
    const { status, body } = await send({
      method: "POST",
      url: tokenUrl,
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ grant_type: "client_credentials", scope: SCOPES.join(" ") }).toString(),
    });
    const tokenAnswer = status === 200 ? Token.safeParse(parseJson(body)).data : undefined;
    if (!tokenAnswer) throw new Error(`the PSP gave no access token (${status})`);
    const lifeMs = tokenAnswer.expires_in * 1_000;
    knownToken = { token: tokenAnswer.access_token, endsAt: askedAt + Math.max(lifeMs - SPARE_MS, lifeMs / 2) };
    return tokenAnswer.access_token;
  }

  return {
    get: async () => {
      if (knownToken && clock.now().getTime() < knownToken.endsAt) return knownToken.token;
      tokenRequest ??= ask().finally(() => {
        tokenRequest = undefined;
      });
      return tokenRequest;
    },
    drop: (token) => {
      if (knownToken?.token === token) knownToken = undefined;
    },
  };
}

/** Parses a text as JSON. Returns undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
