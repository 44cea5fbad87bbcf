import { test } from "../support/foreign-site.ts";
import { type Maker, signInByApi } from "../support/member-factory.ts";
import { expect } from "../support/test.ts";

const countVisits = async ({ db }: Maker, visitedId: string) =>
  (await db.selectFrom("visit").where("visitedId", "=", visitedId).selectAll().execute()).length;

test.describe("another site", () => {
  test.use({ expectedErrors: /foreign request: http:\/\/localhost|fram(e|ing)|CORS|ERR_FAILED|ERR_BLOCKED/i });

  test("[T68] makes no member leave a visit by a redirect, a pop-up, an image, a frame or a prefetch, and a member who looks does", async ({
    page,
    context,
    maker,
    foreign,
    baseURL,
  }) => {
    const origin = baseURL ?? "";
    const [bruno, helena] = [
      await maker.account({ role: "daddy", name: "Bruno" }),
      await maker.account({ role: "baby", name: "Helena" }),
    ];
    const [profile, answer] = [`${origin}/perfil/${helena.id}`, `${origin}/api/profiles/${helena.id}`];
    await signInByApi(page, bruno, origin);

    await foreign.redirect(page, answer);
    await expect(page.getByText("PERMISSION_DENIED")).toBeVisible();

    const embedded = [
      `<img src="${answer}">`,
      `<img src="${profile}">`,
      `<iframe src="${answer}"></iframe>`,
      `<iframe src="${profile}"></iframe>`,
      `<link rel="prefetch" href="${profile}">`,
      `<script>fetch("${origin}/api/visits/${helena.id}", { method: "PUT", credentials: "include" }).catch(() => {})</script>`,
    ];
    for (const body of embedded) {
      const firstRequest = page.waitForRequest((request) => request.url().startsWith(origin));
      await foreign.open(page, body);
      await firstRequest;
      await page.waitForLoadState("networkidle");
    }

    const opener = `<button onclick="open('${profile}', '', 'width=1,height=1')">Ganhe um prêmio</button>`;
    await foreign.open(page, opener);
    const opening = context.waitForEvent("page");
    await page.getByRole("button").click();
    const popUp = await opening;
    // The pop-up is one pixel wide and shows nothing, but it has loaded.
    await expect(popUp.getByRole("heading", { level: 1, name: /Helena/ })).toBeAttached();
    await popUp.close();

    await foreign.redirect(page, profile);
    const name = page.getByRole("heading", { level: 1, name: /Helena/ });
    await expect(name).toBeVisible();
    expect(await countVisits(maker, helena.id)).toBe(0);

    await page.getByRole("button", { name: /Favorit/ }).click();
    await expect.poll(() => countVisits(maker, helena.id)).toBe(1);
  });
});

test("[T68][M4.11] a profile that is opened from a list is visited without any further touch", async ({
  page,
  maker,
  baseURL,
}) => {
  const [bruno, helena] = [
    await maker.account({ role: "daddy", name: "Bruno" }),
    await maker.account({ role: "baby", name: "Helena" }),
  ];
  await signInByApi(page, bruno, baseURL ?? "");
  await page.request.put(`/api/favorites/${helena.id}`, { headers: { origin: baseURL ?? "" }, data: {} });
  await page.goto("/favoritos");
  await page.getByRole("link", { name: "Helena, 30 anos" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Helena/ })).toBeVisible();
  await expect.poll(() => countVisits(maker, helena.id)).toBe(1);
});
