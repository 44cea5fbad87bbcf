import { enter } from "../support/made-people.ts";
import { sharedTest as test } from "../support/own-test.ts";
import { expect } from "../support/test.ts";

test.setTimeout(180_000);
test("shots", async ({ page, maker, baseURL }) => {
  test.skip(test.info().project.name !== "desktop");
  const T = { cityId: 1_100_031 };
  const b = await maker.member({ role: "daddy", name: "Ricardo", age: 46, isVerified: true, bio: "Empresário, pai de dois adultos, velejador de fim de semana. Cozinho bem aos domingos e viajo muito a trabalho.", lookingFor: "Uma companhia gentil, com quem eu possa conhecer lugares novos. Sem pressa e com discrição.", ...T });
  await maker.grant(b.id, { tokens: 72, conversations: 6 });
  await enter(page, b, baseURL ?? "");
  const headers = { origin: baseURL ?? "" };
  for (const name of ["Helena", "Márcia", "Isabela Fernanda", "Luiza", "Bia", "Carol"]) {
    const m = await maker.member({ role: "baby", name, isVerified: name === "Bia", ...T });
    await page.request.put(`/api/favorites/${m.id}`, { headers, data: {} });
    await maker.db.insertInto("visit").values({ visitedId: b.id, visitorId: m.id, visitedAt: new Date(Date.now() - 86_400_000 * name.length) }).execute();
    await maker.db.insertInto("favorite").values({ memberId: m.id, favoriteId: b.id, createdAt: new Date() }).execute();
  }
  const sizes = [[360, 740], [768, 1024], [1280, 800]] as const;
  async function snap(name: string) {
    for (const [width, height] of sizes) for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(350);
      await page.screenshot({ path: `/tmp/w2/x/${name}-${width}-${colorScheme}.png`, fullPage: false });
    }
  }
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { name: "Suas fotos" })).toBeVisible();
  await snap("perfil");
  await page.getByRole("button", { name: "Editar Perfil" }).click();
  await snap("editar");
  await page.goto("/favoritos?aba=fas");
  await expect(page.getByRole("link", { name: "Conhecer o Premium" })).toBeVisible();
  await snap("fas");
  await page.goto("/favoritos");
  await expect(page.getByRole("article").first()).toBeVisible();
  await snap("favoritos");
  await maker.premium(b.id);
  await page.goto("/visitas");
  await expect(page.getByRole("article").first()).toBeVisible();
  await snap("visitas");
  await page.goto("/perfil");
  await expect(page.getByRole("heading", { name: "Suas fotos" })).toBeVisible();
  await snap("premium");
});
