import { signInByApi } from "../support/member-factory.ts";
import { signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

// A connection that is refused on purpose is logged by the browser.
test.use({ expectedErrors: /WebSocket/ });

for (const [how, isRefused] of [
  ["with a WebSocket", false],
  ["where the network refuses WebSockets", true],
] as const)
  test(`[D5.40][M7.06] in the oldest Chromium that the site serves a member signs in, searches and talks, ${how}`, async ({
    page,
    openPage,
    maker,
    baseURL,
  }) => {
    const origin = baseURL ?? "";
    const bia = await maker.member({ role: "baby", name: "Bia" });
    const bruno = await maker.member({ role: "daddy", name: `Bruno ${bia.id.slice(0, 4)}` });
    await maker.grant(bruno.id, { tokens: 10, conversations: 1 });
    if (isRefused) await page.routeWebSocket(/\/api\/live$/, (socket) => void socket.close({ code: 1011 }));
    await page.goto("/login");
    await signIn(page, bia);
    await page.getByRole("link", { name: `Enviar mensagem para ${bruno.name}` }).click();
    await page.getByRole("textbox", { name: `Mensagem para ${bruno.name}` }).fill("Veja https://exemplo.com.br/a");
    await page.getByRole("button", { name: "Enviar" }).click();
    await page.getByRole("button", { name: "Enviar mesmo assim" }).click();
    await expect(page.getByRole("log").getByText("exemplo.com.br")).toBeVisible();
    await expect(page.getByRole("log").getByText("Enviando")).toHaveCount(0);

    const his = await openPage();
    await signInByApi(his, bruno, origin);
    await his.goto(`/mensagens?userId=${bia.id}`);
    await expect(his.getByRole("log").getByText("exemplo.com.br")).toBeVisible();
    await his.getByRole("textbox", { name: "Mensagem para Bia" }).fill("Li agora");
    await his.getByRole("button", { name: "Enviar" }).click();
    await expect(page.getByRole("log").getByText("Li agora")).toBeVisible();
  });
