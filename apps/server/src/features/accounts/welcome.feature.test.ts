import { describe, expect, test } from "vitest";
import { makePhoto } from "../../testing/hostile-files.ts";
import { makeMember, PASSWORD, signUpForm } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

type Browser = ReturnType<typeof world.browser>;

/** Signs a person up over HTTP. Returns their id, and a function that signs them in in a new browser. */
async function signUp() {
  const photo = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);
  const body = signUpForm();
  const { id } = (await world.browser().api.accounts.signUp({ body, photos: [photo, photo] })).body;
  const signIn = async () => {
    const browser = world.browser();
    const { user } = (await browser.api.accounts.signIn({ body: { ...credentials(body), remember: true } })).body;
    return { browser, isWelcomeDue: user.isWelcomeDue };
  };
  return { id, signIn };
}

const credentials = ({ email, password }: { email: string; password: string }) => ({ email, password });
const take = async ({ api }: Browser) => (await api.accounts.takeWelcome()).body;
const isDue = async ({ api }: Browser) => (await api.accounts.session()).body.user?.isWelcomeDue;

describe("[D2.60] the welcome of a new account", () => {
  test("is due until one of its browsers takes it, and then on no device any more", async () => {
    const { signIn } = await signUp();
    const phone = await signIn();
    const tablet = await signIn();
    expect([phone.isWelcomeDue, tablet.isWelcomeDue]).toEqual([true, true]);
    expect(await take(phone.browser)).toEqual({ isFirst: true, isVisible: true });
    expect(await take(tablet.browser)).toEqual({ isFirst: false, isVisible: true });
    expect([await isDue(phone.browser), await isDue(tablet.browser)]).toEqual([false, false]);
    expect((await signIn()).isWelcomeDue).toBe(false);
  });

  test("goes to one of two browsers that take it at once", async () => {
    const { signIn } = await signUp();
    const [first, second] = [await signIn(), await signIn()];
    const takes = [first, second].map(
      ({ browser }) =>
        () =>
          take(browser),
    );
    const answers = await race(world.owner, holdWrites("pendingWelcome"), takes);
    expect(answers.map(({ isFirst }) => isFirst).toSorted()).toEqual([false, true]);
  });

  test("says when others cannot see the profile, such as during a review", async () => {
    const { id, signIn } = await signUp();
    const { browser } = await signIn();
    await world.owner.updateTable("profile").set({ hiddenAt: new Date() }).where("memberId", "=", id).execute();
    expect(await take(browser)).toEqual({ isFirst: true, isVisible: false });
  });

  test("is not taken by another member", async () => {
    const { signIn } = await signUp();
    const { browser } = await signIn();
    const stranger = await makeMember(world.owner);
    expect(await take(await openBrowserOf(world, stranger.id))).toEqual({ isFirst: false, isVisible: true });
    expect(await isDue(browser)).toBe(true);
  });

  test("waits until the age is assured where that is asked for at the entry", async () => {
    const { id, signIn } = await signUp();
    const { browser } = await signIn();
    const setGate = (ageGate: "entry" | null) =>
      world.owner.updateTable("profile").set({ ageGate }).where("memberId", "=", id).execute();
    await setGate("entry");
    expect((await browser.api.accounts.takeWelcome()).failure.code).toBe("AGE_ASSURANCE_REQUIRED");
    await setGate(null);
    expect(await take(browser)).toEqual({ isFirst: true, isVisible: true });
  });
});

test.each(["baby", "admin"] as const)("[D2.60] no welcome is due for a %s who has been there before", async (role) => {
  const { email } = await makeMember(world.owner, { role });
  const { body } = await world.browser().api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
  expect(body.user.isWelcomeDue).toBe(false);
});
