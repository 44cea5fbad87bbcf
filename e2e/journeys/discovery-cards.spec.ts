import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { contrastOf } from "../support/contrast.ts";
import { signInByApi } from "../support/member-factory.ts";
import { test } from "../support/own-test.ts";
import { axe, expect, shot } from "../support/test.ts";

test.describe("the search", () => {
  test("[M2.59][M2.61][T43][T50][D3.03][D3.25] cards label presence, paid highlights, wildcard cities and managed profiles", {
    tag: "@npm-test",
  }, async ({ page, product }) => {
    const { maker } = product;
    const daddy = await maker.member({ role: "daddy", name: "Bruno" });
    const make = (name: string, facts: object = {}) => maker.member({ role: "baby", name, ...facts });
    const [paidMember, verifiedMember] = [await make("Paga"), await make("Vera", { isVerified: true, tier: 1 })];
    await make("Curinga", { isWildcardCity: true, cityId: 1302603 });
    await make("Gerida", { isManaged: true, tier: 3 });
    await make("Maria Fernanda de Alencar");
    await maker.highlight(paidMember.id);
    await maker.activeAt(verifiedMember.id, new Date());
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");

    const card = (name: string) =>
      page.getByRole("article").filter({ has: page.getByRole("link", { name: `${name}, 30 anos` }) });
    await expect(card("Paga").getByText("Destaque pago")).toBeVisible();
    await expect(card("Vera").getByText("Destaque pago")).toHaveCount(0);
    await expect(card("Vera").getByRole("img", { name: "Verificada" })).toBeVisible();
    await expect(card("Vera").getByText("Online", { exact: true })).toBeVisible();
    await expect(card("Gerida").getByText("Perfil gerenciado")).toBeVisible();
    await expect(card("Gerida").getByRole("link", { name: /Enviar mensagem/ })).toHaveCount(0);
    await expect(card("Maria Fernanda de Alencar").getByText("Maria Fernan…")).toBeVisible();
    // The member lives in Manaus, but the card shows the viewer's own city and says so.
    await expect(card("Curinga").getByText("São Paulo, SP")).toBeVisible();
    await axe(page);
    await shot(page, "busca-cards");
    await card("Curinga").getByRole("button", { name: "Cidade coringa" }).click();
    await expect(
      page.getByText("Esta pessoa aceita conhecer alguém de qualquer cidade; a cidade mostrada é a sua."),
    ).toBeVisible();
    const names = await page.getByRole("article").getByRole("heading").allTextContents();
    expect([names[0]?.includes("Paga"), names[1]?.includes("Vera"), names.at(-1)?.includes("Gerida")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.describe("on a small phone", () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test("[M2.61][D3.40] a name of up to 15 characters is whole, a longer one has its ellipsis, and the age and the marks stay whole", async ({
      page,
      product,
    }) => {
      const { maker } = product;
      const daddy = await maker.account({ role: "daddy", name: "Bruno" });
      const names = ["Maria Fernanda Souza", "Wanderleya Mendonça", "Maximiliana M M", "MMMMMMMMMMMMMMMM", "Ana"];
      const shownNames = ["Maria Fernan…, ", "Wanderleya M…, ", "Maximiliana M M, ", "MMMMMMMMMMMM…, ", "Ana, "];
      for (const name of names) {
        const { id } = await maker.account({ role: "baby", name, isVerified: true });
        await maker.premium(id);
      }
      await signInByApi(page, daddy, product.address);
      await page.goto("/busca");
      await expect(page.getByRole("article")).toHaveCount(names.length);
      const cards = await page.getByRole("article").all();
      for (const card of cards) {
        const [box, line] = [await card.boundingBox(), await card.getByRole("heading").boundingBox()];
        expect(line?.height).toBeLessThan(70);
        const label = await card.getByText("Destaque pago").boundingBox();
        expect((label?.y ?? 0) + (label?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + 1);
        const shownName = card.locator("h2 [aria-hidden] > span").first();
        expect(shownNames).toContain(await shownName.textContent());
        const whole = [shownName, card.getByText("30", { exact: true }), ...(await card.getByRole("img").all())];
        expect(whole).toHaveLength(4);
        for (const part of whole) {
          const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
          expect(width).toBeGreaterThan(10);
          expect(x + width).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
          const { text, cut: cutPx } = await part.evaluate((node) => ({
            text: node.outerHTML,
            cut: node.scrollWidth - node.clientWidth,
          }));
          expect(cutPx, `how much of ${text} is cut on the card of ${await card.textContent()}`).toBeLessThanOrEqual(1);
        }
      }
      await shot(page, "nomes-longos");
    });

    test("[D3.41] the foot of a card leaves more than half of the photo free, and its text is readable on a white one", {
      tag: "@npm-test",
    }, async ({ page, product }) => {
      const { maker } = product;
      const daddy = await maker.member({ role: "daddy", name: "Bruno" });
      await maker.member({ role: "baby", name: "Ana" });
      const white = await sharp({ create: { width: 300, height: 400, channels: 3, background: "#fff" } })
        .webp()
        .toBuffer();
      await page.route(/\/api\/photos\//, (route) => route.fulfill({ body: white, contentType: "image/webp" }));
      await signInByApi(page, daddy, product.address);
      await page.goto("/busca");
      const card = page.getByRole("article");
      await expect(card.locator("img").first()).toHaveCSS("opacity", "1");
      for (const text of [card.getByText("Ana,", { exact: true }), card.getByText("São Paulo, SP")]) {
        expect(await contrastOf(page, text)).toBeGreaterThanOrEqual(4.5);
      }
      const [foot, whole] = [await card.locator(".bg-photo-foot").boundingBox(), await card.boundingBox()];
      expect(foot?.height).toBeLessThanOrEqual((whole?.height ?? 0) * 0.45);
    });
  });

  test("[D3.42] a demo member says so on the profile and in the chat, not on the card", { tag: "@npm-test" }, async ({
    page,
    product,
  }) => {
    const { maker } = product;
    const [daddy, baby] = [
      await maker.member({ role: "daddy", name: "Bruno" }),
      await maker.member({ role: "baby", name: "Ana", isDemo: true }),
    ];
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    await expect(page.getByRole("article").getByRole("link", { name: "Ana, 30 anos" })).toBeVisible();
    await expect(page.getByRole("article").getByText("Perfil de demonstração")).toHaveCount(0);
    await page.goto(`/perfil/${baby.id}`);
    await expect(page.getByText("Perfil de demonstração")).toBeVisible();
    await page.goto(`/mensagens?userId=${baby.id}`);
    await expect(page.getByText("Perfil de demonstração")).toBeVisible();
    await axe(page);
  });

  test("[D3.07][M4.10] the heart of a card is the favourite: it stays after a reload and shows on the profile", async ({
    page,
    product,
  }) => {
    const { maker } = product;
    const [daddy, baby] = [
      await maker.member({ role: "daddy", name: "Bruno" }),
      await maker.member({ role: "baby", name: "Ana" }),
    ];
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    const heart = page.getByRole("button", { name: "Favoritar Ana" });
    const saveResponse = page.waitForResponse((reply) => reply.url().includes("/api/favorites/"));
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    expect((await saveResponse).status()).toBe(200);
    await page.reload();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await page.goto(`/perfil/${baby.id}`);
    const button = page.getByRole("button", { name: /^Favorit(o|ar)$/ });
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await expect.poll(async () => (await maker.db.selectFrom("favorite").selectAll().execute()).length).toBe(0);
    const listNotifications = () =>
      maker.db.selectFrom("notification").where("memberId", "=", baby.id).orderBy("createdAt").select("type").execute();
    // There is one notification for the favourite and none for its end. The other one is of the visit, which the page
    // records.
    await expect.poll(listNotifications).toEqual([{ type: "favorite" }, { type: "profile_view" }]);
  });
});

/** A finger goes over an element, this many pixels to the side. */
async function swipe(page: Page, element: Locator, dx: number): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", movedPx: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + width / 2 + movedPx, y: y + height / 2 }],
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 8; step += 1) await touch("touchMove", (dx * step) / 8);
  await touch("touchEnd", dx);
  await session.detach();
}

/** Collects the paths of a page's requests that begin with one of these. */
function collectPaths(page: Page, ...starts: string[]): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (starts.some((start) => pathname.startsWith(start))) paths.push(pathname);
  });
  return paths;
}

test.describe("the photos of a card", () => {
  test("[D3.48] are swiped without being requested before, and a tap opens the profile at the photo in view", {
    tag: "@npm-test",
  }, async ({ page, product }) => {
    const { maker } = product;
    const daddy = await maker.member({ role: "daddy", name: "Bruno" });
    const [ana] = [
      await maker.member({ role: "baby", name: "Ana" }),
      await maker.member({ role: "baby", name: "Bia" }),
    ];
    await signInByApi(page, daddy, product.address);
    const profiles = collectPaths(page, "/api/profiles/");
    const photos = collectPaths(page, `/api/photos/${ana.id}/`);
    await page.goto("/busca");
    const card = page.getByRole("article").filter({ has: page.getByRole("link", { name: "Ana, 30 anos" }) });
    await expect(card.locator("img")).toHaveCSS("opacity", "1");
    const before = new Set(photos).size;
    // The first touch loads the code, so the swipe that brings it may be too short.
    await expect(async () => {
      await swipe(page, card, -90);
      await expect(card.getByText("Foto 2 de 2")).toBeAttached({ timeout: 2_000 });
    }).toPass();
    expect(profiles).toEqual([`/api/profiles/${ana.id}`]);
    await expect.poll(() => new Set(photos).size).toBe(before + 1);
    await expect(page).toHaveURL(/\/busca$/);
    await axe(page);
    await shot(page, "busca-cartao-fotos");
    await swipe(page, card, 90);
    await expect(card.getByText("Foto 1 de 2")).toBeAttached();
    await swipe(page, card, -90);
    await expect(card.getByText("Foto 2 de 2")).toBeAttached();

    const heart = card.getByRole("button", { name: "Favoritar Ana" });
    // Clicks and no taps: on a busy machine the two halves of a tap come so far apart that they are a long press.
    await heart.click();
    await expect(heart).toHaveAttribute("aria-pressed", "true");
    await expect(card.getByRole("link", { name: "Enviar mensagem para Ana" })).toBeVisible();
    await card.click({ position: { x: 80, y: 90 } });
    await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Foto 2 de 2" })).toBeInViewport({ ratio: 0.5 });
    // The heart changed the profile, so it may be loaded once more.
    expect(new Set(profiles)).toEqual(new Set([`/api/profiles/${ana.id}`]));
  });

  test("[D3.48] are stepped through by the buttons at the edges, and by keys", { tag: "@desktop" }, async ({
    page,
    product,
  }) => {
    const { maker } = product;
    const daddy = await maker.member({ role: "daddy", name: "Bruno" });
    await maker.member({ role: "baby", name: "Ana" });
    await signInByApi(page, daddy, product.address);
    await page.goto("/busca");
    const card = page.getByRole("article");
    await card.hover();
    const next = card.getByRole("button", { name: "Próxima foto de Ana" });
    await expect(next).toHaveCSS("opacity", "1");
    await next.click();
    await expect(card.getByText("Foto 2 de 2")).toBeAttached();
    await expect(next).toHaveAttribute("aria-disabled", "true");
    await axe(page);
    await shot(page, "busca-cartao-fotos");
    await card.getByRole("button", { name: "Foto anterior de Ana" }).click();
    await expect(card.getByText("Foto 1 de 2")).toBeAttached();
    await card.getByRole("link", { name: "Ana, 30 anos" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(card.getByText("Foto 2 de 2")).toBeAttached();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Ana, 30" })).toBeVisible();
  });
});
