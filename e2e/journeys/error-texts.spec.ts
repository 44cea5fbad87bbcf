import type { Route } from "@playwright/test";
import { type ErrorCode, errorCatalogue } from "../../packages/contract/src/call/errors.ts";
import { galleryTexts } from "../../packages/contract/src/texts/gallery.ts";
import { messagingTexts } from "../../packages/contract/src/texts/messaging.ts";
import { profileTexts } from "../../packages/contract/src/texts/profile.ts";
import { signInTexts } from "../../packages/contract/src/texts/sign-in.ts";
import { withoutFirstAnswers } from "../support/first-answers.ts";
import { signInByApi } from "../support/member-factory.ts";
import { fillSignUp, newPerson, photoFiles, pickPhotos, signIn } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedErrors: /status of 5\d\d|net::ERR_FAILED/ });

/** Answers as the server would. The English message is for developers and must never be shown. */
const answerWith = (route: Route, code: ErrorCode) =>
  code === "NETWORK_ERROR"
    ? route.abort()
    : route.fulfill({
        status: errorCatalogue[code].status,
        json: { code, message: "never shown", userMessage: errorCatalogue[code].text, requestId: "1" },
      });

const AT_SIGN_IN: ErrorCode[] = [
  "AUTH_INVALID_CREDENTIALS",
  "AUTH_NO_SESSION",
  "AUTH_SESSION_EXPIRED",
  "AUTH_EMAIL_NOT_CONFIRMED",
  "AUTH_FROZEN",
  "PROFILE_NOT_FOUND",
  "SIGNIN_UNEXPECTED_ERROR",
  "DB_UNIQUE_VIOLATION",
  "DB_FOREIGN_KEY_VIOLATION",
  "PERMISSION_DENIED",
  "RATE_LIMIT_EXCEEDED",
  "SERVICE_BUSY",
  "SERVICE_UNAVAILABLE",
  "SERVER_ERROR",
  "NETWORK_ERROR",
];

test("[M8.06][M8.07][M8.08][M8.09][M8.10][M8.11][M8.12][M8.13][M8.14][M8.17][M8.18][M8.19] the sign-in shows each failure in the words of the catalogue", async ({
  page,
}) => {
  let code: ErrorCode = "SERVER_ERROR";
  await page.route("**/api/session", (route) =>
    route.request().method() === "POST" ? answerWith(route, code) : route.continue(),
  );
  await page.goto("/login");
  for (code of AT_SIGN_IN) {
    await signIn(page, newPerson());
    await expect(page.getByText(errorCatalogue[code].text).first(), code).toBeVisible();
  }
  code = "UNKNOWN_ERROR";
  await signIn(page, newPerson());
  await expect(page.getByText(signInTexts.signInFailed).first()).toBeVisible();
  await expect(page.getByText("never shown")).toHaveCount(0);
});

const AT_SIGN_UP: ErrorCode[] = [
  "AUTH_SIGNUP_ERROR",
  "AUTH_NO_USER_ID",
  "PROFILE_CREATION_ERROR",
  "SIGNUP_UNEXPECTED_ERROR",
  "FILE_TOO_LARGE",
  "FILE_INVALID_TYPE",
  "PHOTOS_TOO_FEW",
  "PHOTOS_TOO_MANY",
  "RATE_LIMIT_EXCEEDED",
  "SERVER_ERROR",
  "UNKNOWN_ERROR",
  "NETWORK_ERROR",
];

test("[M8.02][M8.03][M8.04][M8.05][M8.15][M8.16][M8.20] the sign-up shows each failure in the words of the catalogue, and keeps what was typed", async ({
  page,
}) => {
  let code: ErrorCode = "SERVER_ERROR";
  await page.route("**/api/accounts", (route) => answerWith(route, code));
  await page.goto("/cadastro");
  const person = newPerson();
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Continuar" }).click();
  await pickPhotos(page, photoFiles);
  for (code of AT_SIGN_UP) {
    await page.getByRole("button", { name: "Criar Conta" }).click();
    await expect(page.getByText(errorCatalogue[code].text).first(), code).toBeVisible();
  }
  await expect(page.getByText("never shown")).toHaveCount(0);
  code = "AUTH_USER_EXISTS";
  await page.getByRole("button", { name: "Criar Conta" }).click();
  await expect(page.getByText(errorCatalogue[code].text).first()).toBeVisible();
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(person.email);
});

test.describe("what does not load", () => {
  test.use({ expectedErrors: /status of 500/ });

  test("[D1.15] shows its text in Portuguese: profile, photos, conversation and messages", {
    tag: "@npm-test",
  }, async ({ page, maker }) => {
    const [ana, bruno] = [
      await maker.member({ role: "baby", name: "Ana" }),
      await maker.member({ role: "daddy", name: "Bruno" }),
    ];
    await signInByApi(page, ana, process.env.E2E_BASE_URL ?? "");
    const brokenPaths = new Set<string>();
    await withoutFirstAnswers(page);
    await page.route(/\/api\/(profiles?|conversations)(\/|$)/, (route) => {
      const { pathname } = new URL(route.request().url());
      return brokenPaths.has(pathname) ? answerWith(route, "SERVER_ERROR") : route.continue();
    });
    const show = async (path: string, breaks: string[], text: string) => {
      brokenPaths.clear();
      for (const brokenPath of breaks) brokenPaths.add(brokenPath);
      await page.goto(path);
      await expect(page.getByText(text).first()).toBeVisible();
    };
    await show(`/perfil/${bruno.id}`, [`/api/profiles/${bruno.id}`], profileTexts.profileLoadFailed);
    await show("/perfil", ["/api/profile"], profileTexts.profileLoadFailed);
    await show(
      `/mensagens?userId=${bruno.id}`,
      [`/api/conversations/${bruno.id}`],
      messagingTexts.conversationLoadFailed,
    );
    const messages = `/api/conversations/${bruno.id}/messages`;
    await show(`/mensagens?userId=${bruno.id}`, [messages], messagingTexts.messagesLoadFailed);

    await show("/perfil", [], "Fotos");
    brokenPaths.add("/api/profile");
    await page.route("**/api/profile/photos/*/main", (route) => answerWith(route, "SERVER_ERROR"));
    if ((page.viewportSize()?.width ?? 0) < 768) {
      await page.getByRole("button", { name: "Opções da foto 2", exact: true }).click();
      await page.getByRole("menuitem", { name: "Definir como foto de perfil" }).click();
    } else await page.getByRole("button", { name: "Definir como foto de perfil: foto 2" }).click();
    await expect(page.getByText(galleryTexts.mainPhotoFailed).first()).toBeVisible();
    await expect(page.getByText(galleryTexts.photosLoadFailed).first()).toBeVisible();
  });
});
