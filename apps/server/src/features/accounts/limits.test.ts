import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeToken } from "../../platform/tokens.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { openSession } from "./handlers/door.ts";

const world = await openWorld();
const photos = [new Blob(["no picture"]), new Blob(["no picture"])];

type Browser = ReturnType<typeof world.browser>;
const WRONG = "nunca foi esta";

const signIn = (browser: Browser, email: string, password = WRONG) =>
  browser.api.accounts.signIn({ body: { email, password, remember: false } });

// The gate lets 32 uploads of one address come in at once: another limit than the one that is looked at.
const AT_ONCE = 20;

/** Statuses of `times` attempts, many at once, each status with its count. */
async function countStatuses(times: number, attempt: () => Promise<{ status: number }>) {
  const counts: Record<number, number> = {};
  for (let done = 0; done < times; done += AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: Math.min(AT_ONCE, times - done) }, attempt));
    for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

const taken = await makeMember(world.owner);

/** Signs a member of its own in on each browser that makes an attempt; attempts at once share it. */
function asMember<R>(attempt: (browser: Browser) => Promise<R>) {
  const arrivals = new Map<Browser, Promise<void>>();
  const arrive = async (browser: Browser) => {
    const { id } = await makeMember(world.owner);
    const exchange = { userAgent: "", sessionToken: undefined };
    const token = await openSession(world.context, exchange, { memberId: id, isRemembered: false });
    browser.jar.set("__Host-caramelo", token);
  };
  return async (browser: Browser) => {
    if (!arrivals.has(browser)) arrivals.set(browser, arrive(browser));
    await arrivals.get(browser);
    return attempt(browser);
  };
}

/** Every limit that is built: how many pass, in how many seconds, and one attempt that counts. */
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
  signUpAddress: {
    passes: 20,
    seconds: 3_600,
    otherwise: 409,
    makeAttempt: async () => (browser: Browser) =>
      browser.api.accounts.signUp({ body: signUpForm({ email: taken.email }), photos }),
  },
  recovery: {
    passes: 3,
    seconds: 3_600,
    otherwise: 200,
    // Counted by the e-mail: each browser asks for one of its own.
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
    makeAttempt: async () => asMember((browser) => browser.api.presence.pulse()),
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
      asMember((browser) => browser.api.safety.report({ body: { memberId: randomUUID(), reason: "Perfil falso" } })),
  },
  uploads: {
    passes: 40,
    seconds: 3_600,
    otherwise: 422,
    makeAttempt: async () =>
      asMember((browser) => browser.api.photos.add({ body: {}, photos: [new Blob(["no picture"])] })),
  },
  views: {
    passes: 300,
    seconds: 600,
    otherwise: 404,
    makeAttempt: async () => asMember((browser) => browser.api.profiles.read({ params: { id: randomUUID() } })),
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

test("[T58] the table names every limit there is", () => {
  expect(Object.keys(LIMITS).sort()).toEqual(Object.keys(world.context.limits).sort());
});

describe.each(Object.entries(LIMITS))("the limit %s", (_, { passes, seconds, otherwise, makeAttempt }) => {
  test(`[T58][D2.37][D2.38][D2.39][D2.40][D2.41][D2.42][D2.43][D2.44] lets ${passes} pass, refuses the next and says when to come back`, async () => {
    const attempt = await makeAttempt();
    const browser = world.browser();
    expect(await countStatuses(passes, () => attempt(browser))).toEqual({ [otherwise]: passes });

    const refused = await attempt(browser);
    expect(refused.status).toBe(429);
    expect(refused.failure).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
      userMessage: "Muitas tentativas. Aguarde alguns minutos antes de tentar novamente.",
    });
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(seconds - 60);
    expect(wait).toBeLessThanOrEqual(seconds);
  });

  test("[T58] leaves every other address alone", async () => {
    const attempt = await makeAttempt();
    const browser = world.browser();
    await countStatuses(passes + 1, () => attempt(browser));
    expect((await attempt(world.browser())).status).toBe(otherwise);
  });
});

describe("guessing a password", () => {
  test("[D2.38] a hundred guesses at once are a hundred: ten are looked at", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    expect(await countStatuses(100, () => signIn(browser, email))).toEqual({ 401: 10, 429: 90 });
  });

  test("[D2.38] the right password is refused too once the limit is reached, so that it tells nothing", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await countStatuses(10, () => signIn(browser, email));
    expect((await signIn(browser, email, PASSWORD)).status).toBe(429);
  });

  test("[D2.38] the owner elsewhere is never locked out", async () => {
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

  test("[D2.38] an unknown e-mail meets the same limit as a known one", async () => {
    const email = newEmail();
    const browser = world.browser();
    expect(await countStatuses(12, () => signIn(browser, email))).toEqual({ 401: 10, 429: 2 });
  });

  test("[D2.38] a success forgets the failures before it", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await countStatuses(9, () => signIn(browser, email));
    expect((await signIn(browser, email, PASSWORD)).status).toBe(200);
    expect(await countStatuses(10, () => signIn(browser, email))).toEqual({ 401: 10 });
  });

  test("[D2.38] succeeding with one's own account does not clean the slate for another", async () => {
    const [mine, other] = [await makeMember(world.owner), await makeMember(world.owner)];
    const browser = world.browser();
    await countStatuses(10, () => signIn(browser, other.email));
    await signIn(browser, mine.email, PASSWORD);
    expect((await signIn(browser, other.email)).status).toBe(429);
  });

  test("[D2.39] a house where many sign in rightly is not shut out", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    const replies: number[] = [];
    for (let i = 0; i < 62; i++) replies.push((await signIn(browser, email, PASSWORD)).status);
    expect(new Set(replies)).toEqual(new Set([200]));
  });

  test("an input that is refused before the password is looked at counts nothing", async () => {
    const browser = world.browser();
    await countStatuses(70, () => signIn(browser, "ana", WRONG));
    expect((await signIn(browser, newEmail())).status).toBe(401);
  });
});

describe("mailed links", () => {
  const ask = (browser: Browser, email: string) => browser.api.accounts.requestRecovery({ body: { email } });

  test("[D2.41] three an hour for one e-mail, from wherever and however it is spelled", async () => {
    const { email } = await makeMember(world.owner);
    const statuses: number[] = [];
    for (const spelled of [email, email.toUpperCase(), ` ${email}`, email])
      statuses.push((await ask(world.browser(), spelled)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("[D2.41] an unknown e-mail meets the same limit as a known one", async () => {
    const email = newEmail();
    expect(await countStatuses(4, () => ask(world.browser(), email))).toEqual({ 200: 3, 429: 1 });
  });

  test("one address cannot have mails sent to many, nor guess at secrets without end", async () => {
    const browser = world.browser();
    expect(await countStatuses(60, () => ask(browser, newEmail()))).toEqual({ 200: 60 });
    const token = makeToken();
    const password = { password: "uma senha nova", passwordConfirmation: "uma senha nova" };
    const refused = [
      await ask(browser, newEmail()),
      await browser.api.accounts.checkRecovery({ body: { token } }),
      await browser.api.accounts.resetPassword({ body: { token, ...password } }),
      await browser.api.accounts.confirmEmail({ body: { token } }),
      await browser.api.accounts.resendConfirmation({ body: { email: newEmail() } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual(Array(5).fill(429));
  });
});

describe("addresses", () => {
  test("[D2.38] the addresses of one IPv6 household are one", async () => {
    const { email } = await makeMember(world.owner);
    for (let i = 0; i < 10; i++) await signIn(world.browser(`2001:db8:7:7::${i}`), email);
    expect((await signIn(world.browser("2001:db8:7:7:ffff::1"), email)).status).toBe(429);
    expect((await signIn(world.browser("2001:db8:7:8::1"), email)).status).toBe(401);
  });

  test("[D2.38] behind a trusted proxy only what the proxy wrote counts, not what the client put before it", async () => {
    const { email } = await makeMember(world.owner);
    for (let i = 0; i < 10; i++) await signIn(world.browser(`10.9.9.${i}, 198.51.100.4`), email);
    expect((await signIn(world.browser("10.9.9.99, 198.51.100.4"), email)).status).toBe(429);
  });

  test("[D2.38] without a trusted proxy x-forwarded-for is not believed", async () => {
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
