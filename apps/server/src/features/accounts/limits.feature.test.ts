import { randomUUID } from "node:crypto";
import { type RateLimitName, REFUSED_BODY_POINTS, rateLimits } from "@caramelo/contract/call/rate-limits";
import { describe, expect, test } from "vitest";
import { makeToken } from "../../platform/secrets/tokens.ts";
import type { Failure } from "../../testing/browser.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { openSession, recordDevice } from "./session-check.ts";

// Exhausting the default limits would take long; config.test.ts tests those.
const world = await openWorld({
  LIMIT_CITY_SEARCH: "30/600",
  LIMIT_DISCOVERY_COUNTS: "30/600",
  LIMIT_READING: "30/600",
  LIMIT_VIEWS: "30/600",
  LIMIT_PRESENCE_LISTS: "30/600",
  LIMIT_REACTIONS: "30/600",
  LIMIT_PASSKEY_CHALLENGES: "30/600",
  LIMIT_PASSWORD_CHECKS: "30/3600",
  LIMIT_PHOTO_READS: "30/600",
  LIMIT_SESSION_CHECKS: "30/600",
  // A single session may use half of each of these three limits.
  LIMIT_CALLS: "60/600",
  LIMIT_STAFF_CALLS: "60/600",
  LIMIT_PROTECTION: "60/600",
  // Each invitation is also one of the calls of the staff above.
  LIMIT_STAFF_INVITATIONS: "20/86400",
  LIMIT_WEBHOOKS: "30/600",
  LIMIT_BODIES: `${80 * REFUSED_BODY_POINTS}/600`,
  LIMIT_SIGN_IN_ADDRESS: "60/3600",
});
const photos = [new Blob(["no picture"]), new Blob(["no picture"])];

type Browser = ReturnType<typeof world.browser>;
const WRONG = "nunca foi esta";

const signIn = (browser: Browser, email: string, password = WRONG) =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });

const AT_ONCE = 20;
// At most four uploads of one sender are accepted at once, which is another limit than the one under test.
const UPLOADS_AT_ONCE = 4;

/** Makes `times` attempts, `atOnce` of them at the same time; returns how many answers had each status. */
async function countStatuses(times: number, attempt: () => Promise<{ status: number }>, atOnce = AT_ONCE) {
  const counts: Record<number, number> = {};
  for (let doneCount = 0; doneCount < times; doneCount += atOnce) {
    const replies = await Promise.all(Array.from({ length: Math.min(atOnce, times - doneCount) }, attempt));
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const otherOwner = await makeMember(world.owner);

/** Signs a new member in for each browser that makes an attempt; parallel attempts share the member. */
function asMember<R>(attempt: (browser: Browser) => Promise<R>, overrides: Parameters<typeof makeMember>[1] = {}) {
  const arrivals = new Map<Browser, Promise<void>>();
  const arrive = async (browser: Browser) => {
    const { id } = await makeMember(world.owner, overrides);
    const exchange = { userAgent: "", sessionToken: undefined };
    const token = await openSession(world.context, exchange, { memberId: id, isRemembered: false });
    browser.jar.set("caramelo", token);
  };
  return async (browser: Browser) => {
    if (!arrivals.has(browser)) arrivals.set(browser, arrive(browser));
    await arrivals.get(browser);
    return attempt(browser);
  };
}

/** Sends a request without the typed client. `failure` is only right for an answer that is a refusal. */
async function askRaw(browser: Browser, ...request: Parameters<Browser["raw"]>) {
  const response = await browser.raw(...request);
  // Every refusal has this shape.
  const failure = (await response.json()) as Failure;
  return { status: response.status, headers: response.headers, failure };
}
const postWebhook = (browser: Browser) => askRaw(browser, "/api/webhooks/sandbox", { method: "POST", body: "{}" });

const askForData = (browser: Browser, email: string) =>
  browser.api.personalData.sendDataRequest({ body: { kind: "access", words: "x", name: "Bia", email } });

/** The limits that this file tests: how many pass, in how many seconds, and one attempt that counts. */
const LIMITS = {
  signInAccount: {
    passes: 10,
    seconds: 900,
    otherwise: 401,
    makeAttempt: async () => {
      const { email } = await makeMember(world.owner);
      return (browser: Browser) => signIn(browser, email);
    },
  },
  signInAddress: {
    passes: 60,
    seconds: 3_600,
    otherwise: 401,
    makeAttempt: async () => (browser: Browser) => signIn(browser, newEmail()),
  },
  signInEverywhere: {
    passes: 30,
    seconds: 1_800,
    otherwise: 401,
    // The limit counts by e-mail, so each attempt comes from another IP address.
    makeAttempt: async () => {
      const emails = new Map<Browser, string>();
      return (browser: Browser) => {
        const email = emails.get(browser) ?? newEmail();
        emails.set(browser, email);
        return signIn(world.browser(), email);
      };
    },
  },
  signInDevice: {
    passes: 10,
    seconds: 900,
    otherwise: 401,
    // Each browser is the known device of a different member.
    makeAttempt: async () => {
      const members = new Map<Browser, Promise<string>>();
      const arrive = async (browser: Browser) => {
        const { id, email } = await makeMember(world.owner);
        const secret = await recordDevice(world.context, { deviceToken: undefined }, id);
        browser.jar.set("caramelo-device", secret);
        return email;
      };
      return async (browser: Browser) => {
        const email = members.get(browser) ?? arrive(browser);
        members.set(browser, email);
        return signIn(browser, await email);
      };
    },
  },
  signUpAddress: {
    passes: 20,
    seconds: 3_600,
    atOnce: UPLOADS_AT_ONCE,
    otherwise: 409,
    makeAttempt: async () => (browser: Browser) =>
      browser.api.accounts.signUp({ body: signUpForm({ email: otherOwner.email }), photos }),
  },
  passkeyChallenges: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) => browser.api.accounts.beginPasskeySignIn(),
  },
  passwordChecks: {
    passes: 30,
    seconds: 3_600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) =>
      browser.api.accounts.checkPassword({ body: { password: "uma senha boa" } }),
  },
  recovery: {
    passes: 3,
    seconds: 3_600,
    otherwise: 200,
    // The limit counts by e-mail, so each browser uses a different e-mail.
    makeAttempt: async () => {
      const emails = new Map<Browser, string>();
      return (browser: Browser) => {
        const email = emails.get(browser) ?? newEmail();
        emails.set(browser, email);
        return browser.api.accounts.requestRecovery({ body: { email } });
      };
    },
  },
  links: {
    passes: 60,
    seconds: 3_600,
    otherwise: 410,
    makeAttempt: async () => (browser: Browser) => browser.api.accounts.checkRecovery({ body: { token: makeToken() } }),
  },
  presence: {
    passes: 60,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.presence.ping()),
  },
  favorites: {
    passes: 120,
    seconds: 3_600,
    otherwise: 404,
    makeAttempt: async () => asMember((browser) => browser.api.favorites.add({ params: { id: randomUUID() } })),
  },
  reports: {
    passes: 10,
    seconds: 86_400,
    otherwise: 404,
    makeAttempt: async () =>
      asMember((browser) =>
        browser.api.moderation.report({ body: { memberId: randomUUID(), reason: "fake_profile" } }),
      ),
  },
  notices: {
    passes: 5,
    seconds: 3_600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) =>
      browser.api.moderation.sendNotice({
        body: { kind: "other", address: "uma foto", words: "x", name: "Bia", email: newEmail() },
      }),
  },
  dataRequests: {
    passes: 5,
    seconds: 3_600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) => askForData(browser, newEmail()),
  },
  uploads: {
    passes: 40,
    seconds: 3_600,
    atOnce: UPLOADS_AT_ONCE,
    otherwise: 422,
    makeAttempt: async () =>
      asMember((browser) => browser.api.photos.add({ body: {}, photos: [new Blob(["no picture"])] })),
  },
  uploadAttempts: {
    passes: 60,
    seconds: 3_600,
    atOnce: UPLOADS_AT_ONCE,
    otherwise: 400,
    makeAttempt: async () => asMember((browser) => browser.api.photos.add({ body: {}, photos: [] })),
  },
  views: {
    passes: 30,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () => asMember((browser) => browser.api.profiles.read({ params: { id: randomUUID() } })),
  },
  discoveryCounts: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.discovery.count({ query: {} })),
  },
  citySearch: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) => browser.api.cities.search({ query: { q: "são" } }),
  },
  settings: {
    // All attempts are made in one session, which may use half of the limit.
    passes: 60,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.memberSettings.change({ body: { hasSound: false } })),
  },
  push: {
    passes: 60,
    seconds: 3_600,
    otherwise: 422,
    makeAttempt: async () =>
      asMember((browser) =>
        browser.api.notifications.subscribe({
          body: { endpoint: "https://push.example/x", keys: { p256dh: "A".repeat(87), auth: "A".repeat(22) } },
        }),
      ),
  },
  presenceLists: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.presence.list({ query: { ids: [randomUUID()] } })),
  },
  photoReads: {
    passes: 30,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () =>
      asMember((browser) =>
        browser.api.photos.read({
          params: { memberId: randomUUID(), name: "0".repeat(32), size: 320 },
          query: { s: "0".repeat(22) },
        }),
      ),
  },
  sessionChecks: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) => browser.api.accounts.session(),
  },
  orders: {
    passes: 30,
    seconds: 3_600,
    otherwise: 403,
    makeAttempt: async () =>
      asMember((browser) => browser.api.billing.makeOrder({ body: { product: "tokens", method: "pix" } })),
  },
  paymentChecks: {
    passes: 60,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () => asMember((browser) => browser.api.billing.checkPayment({ params: { id: randomUUID() } })),
  },
  webhooks: { passes: 30, seconds: 600, otherwise: 403, makeAttempt: async () => postWebhook },
  protection: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.accounts.devices()),
  },
  staffInvitations: {
    passes: 20,
    seconds: 86_400,
    otherwise: 200,
    makeAttempt: async () =>
      asMember(
        (browser) => {
          const email = `${randomUUID()}@equipe.example`;
          return browser.api.accounts.inviteStaff({ body: { email, name: "Caio", role: "moderator" } });
        },
        { role: "admin" },
      ),
  },
  staffCalls: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.mail.list(), { role: "admin" }),
  },
  bodies: {
    passes: 80,
    seconds: 600,
    otherwise: 400,
    makeAttempt: async () => (browser: Browser) => askRaw(browser, "/api/session", { method: "POST", body: "{" }),
  },
  apiDocs: {
    passes: 60,
    seconds: 60,
    otherwise: 200,
    makeAttempt: async () => (browser: Browser) => askRaw(browser, "/api/docs/openapi.json"),
  },
  calls: {
    passes: 30,
    seconds: 600,
    otherwise: 200,
    makeAttempt: async () => asMember((browser) => browser.api.profiles.mine()),
  },
  reading: {
    passes: 30,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () =>
      asMember((browser) => browser.api.messaging.markRead({ params: { memberId: randomUUID() }, body: { upTo: 1 } })),
  },
  reactions: {
    passes: 30,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () =>
      asMember((browser) =>
        browser.api.messaging.react({ params: { memberId: randomUUID(), seq: 1 }, body: { reaction: "like" } }),
      ),
  },
  messages: {
    passes: 10,
    seconds: 10,
    otherwise: 404,
    makeAttempt: async () =>
      asMember((browser) =>
        browser.api.messaging.send({
          params: { memberId: randomUUID() },
          body: { clientId: randomUUID(), text: "oi" },
        }),
      ),
  },
};

test("[T58] the table names every limit of the product", () => {
  // Failing attempts do not use up the first four (sign-up-failures.feature.test.ts, photos.feature.test.ts,
  // exports.feature.test.ts and verification.feature.test.ts test them), and the others refuse nothing
  // (open-forms.feature.test.ts, notice-flood.feature.test.ts and staff-watch.feature.test.ts).
  const others = [
    "photoWork",
    "photoBytes",
    "exportBytes",
    "verifications",
    "dataRequestMailbox",
    "dataRequestsEverywhere",
    "noticeMailbox",
    "noticesEverywhere",
    "noticeHides",
    "staffPages",
    "staffEmails",
    "staffSuspensions",
  ];
  expect([...Object.keys(LIMITS), ...others].sort()).toEqual(Object.keys(world.limits).sort());
});

/** The longest wait: until a window is over, or a bucket has been refilled by one. */
function longestWait(name: string, { passes, seconds }: { passes: number; seconds: number }): number {
  const isBucket = "form" in rateLimits[name as RateLimitName]; // `LIMITS` has only names of limits
  return isBucket ? Math.ceil(seconds / passes) : seconds;
}

type Limit = { passes: number; seconds: number; otherwise: number; atOnce?: number; makeAttempt: MakeAttempt };
type MakeAttempt = (typeof LIMITS)[keyof typeof LIMITS]["makeAttempt"];

const all: [string, Limit][] = Object.entries(LIMITS);

test.each(all)(
  "[T58][D2.37][D2.38][D2.39][D2.40][D2.41][D2.42][D2.43][D2.44] the limit %s lets as many pass as it says, refuses the next, says when to come back and does not affect any other address",
  async (name, { passes, seconds, otherwise, atOnce, makeAttempt }) => {
    const attempt = await makeAttempt();
    const browser = world.browser();
    expect(await countStatuses(passes, () => attempt(browser), atOnce)).toEqual({ [otherwise]: passes });

    const refusal = await attempt(browser);
    expect(refusal.status).toBe(429);
    expect(refusal.failure).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      userMessage: "Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
    });
    const wait = Number(refusal.headers.get("retry-after"));
    const longest = longestWait(name, { passes, seconds });
    expect(wait).toBeGreaterThan(longest - 60);
    expect(wait).toBeLessThanOrEqual(longest);
    expect((await attempt(world.browser())).status).toBe(otherwise);
  },
);

describe("the limit of sign-ins", () => {
  test("[D2.38] counts a hundred parallel guesses one by one, and checks only ten", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    expect(await countStatuses(100, () => signIn(browser, email))).toEqual({ 401: 10, 429: 90 });
  });

  test("[D2.38] refuses the right password too once it is reached, so that a guess learns nothing", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await countStatuses(10, () => signIn(browser, email));
    expect((await signIn(browser, email, PASSWORD)).status).toBe(429);
  });

  test("[D2.38] never locks out the owner at another address", async () => {
    const { email } = await makeMember(world.owner);
    const attacker = world.browser();
    await countStatuses(30, () => signIn(attacker, email));
    expect((await signIn(world.browser(), email, PASSWORD)).status).toBe(200);
  });

  test("[D2.38] counts by the account, however its e-mail is spelled", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await countStatuses(5, () => signIn(browser, email.toUpperCase()));
    await countStatuses(5, () => signIn(browser, ` ${email}`));
    expect((await signIn(browser, email)).status).toBe(429);
  });

  test("[D2.38] is the same for an unknown and a known e-mail", async () => {
    const email = newEmail();
    const browser = world.browser();
    expect(await countStatuses(12, () => signIn(browser, email))).toEqual({ 401: 10, 429: 2 });
  });

  test("[D2.38] forgets earlier failures after a success", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await countStatuses(9, () => signIn(browser, email));
    expect((await signIn(browser, email, PASSWORD)).status).toBe(200);
    expect(await countStatuses(10, () => signIn(browser, email))).toEqual({ 401: 10 });
  });

  test("[D2.38] does not forget failures of one account after a success with another", async () => {
    const [mine, otherMember] = [await makeMember(world.owner), await makeMember(world.owner)];
    const browser = world.browser();
    await countStatuses(10, () => signIn(browser, otherMember.email));
    await signIn(browser, mine.email, PASSWORD);
    expect((await signIn(browser, otherMember.email)).status).toBe(429);
  });

  test("[D2.39] does not shut out a household where many sign in correctly", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    const replies: number[] = [];
    for (let i = 0; i < 62; i++) replies.push((await signIn(browser, email, PASSWORD)).status);
    expect(new Set(replies)).toEqual(new Set([200]));
  });

  test("does not count an input that is refused before the password is checked", async () => {
    const browser = world.browser();
    await countStatuses(70, () => signIn(browser, "ana", WRONG));
    expect((await signIn(browser, newEmail())).status).toBe(401);
  });
});

describe("the limit of mailed links", () => {
  const ask = (browser: Browser, email: string) => browser.api.accounts.requestRecovery({ body: { email } });

  test("[D2.41] allows three an hour for one e-mail, from any address and in any spelling", async () => {
    const { email } = await makeMember(world.owner);
    const statuses: number[] = [];
    for (const spelled of [email, email.toUpperCase(), ` ${email}`, email])
      statuses.push((await ask(world.browser(), spelled)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("[D2.41] is the same for an unknown and a known e-mail", async () => {
    const email = newEmail();
    expect(await countStatuses(4, () => ask(world.browser(), email))).toEqual({ 200: 3, 429: 1 });
  });

  test("stops one address from mailing many people or guessing secrets", async () => {
    const browser = world.browser();
    expect(await countStatuses(60, () => ask(browser, newEmail()))).toEqual({ 200: 60 });
    const token = makeToken();
    const password = { password: "uma senha nova", passwordConfirmation: "uma senha nova" };
    const refusals = [
      await ask(browser, newEmail()),
      await browser.api.accounts.checkRecovery({ body: { token } }),
      await browser.api.accounts.resetPassword({ body: { token, ...password } }),
      await browser.api.accounts.confirmEmail({ body: { token } }),
      await browser.api.accounts.resendConfirmation({ body: { email: newEmail() } }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(Array(5).fill(429));
  });
});

describe("the address that limits count by", () => {
  test("[D2.38] is the same for all IPv6 addresses of a household", async () => {
    const { email } = await makeMember(world.owner);
    for (let i = 0; i < 10; i++) await signIn(world.browser(`2001:db8:7:7::${i}`), email);
    expect((await signIn(world.browser("2001:db8:7:7:ffff::1"), email)).status).toBe(429);
    expect((await signIn(world.browser("2001:db8:7:8::1"), email)).status).toBe(401);
  });

  test("[D2.38] is, behind a trusted proxy, the one that the proxy wrote, not one that the client sent", async () => {
    const { email } = await makeMember(world.owner);
    for (let i = 0; i < 10; i++) await signIn(world.browser(`10.9.9.${i}, 198.51.100.4`), email);
    expect((await signIn(world.browser("10.9.9.99, 198.51.100.4"), email)).status).toBe(429);
  });

  test.each([
    ["an IPv4", (at: number) => `203.0.113.9:${50_000 + at}`],
    ["an IPv6", (at: number) => `[2001:db8::9]:${50_000 + at}`],
    ["a mapped IPv4", (at: number) => (at % 2 ? "203.0.113.10" : `[::ffff:203.0.113.10]:${50_000 + at}`)],
  ])("[D2.38][T90] is the same for %s with each port that a proxy writes", async (_, addressAt) => {
    const { email } = await makeMember(world.owner);
    const statuses: number[] = [];
    for (let at = 0; at < 14; at++) statuses.push((await signIn(world.browser(addressAt(at)), email)).status);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });

  test("[D2.38] ignores x-forwarded-for without a trusted proxy", async () => {
    const direct = await openWorld({ TRUST_PROXY: "" });
    const { email } = await makeMember(direct.owner);
    const headers = (i: number) => ({
      "content-type": "application/json",
      "x-forwarded-for": `203.0.113.${i}`,
      "x-real-ip": `203.0.113.${i}`,
      forwarded: `for=203.0.113.${i}`,
    });
    const body = JSON.stringify({ email, password: WRONG, remember: false });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await direct.browser().raw("/api/session", { method: "POST", headers: headers(i), body })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});
