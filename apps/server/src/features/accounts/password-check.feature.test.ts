import { describe, expect, test } from "vitest";
import { newEmail, signUpForm } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();
const check = (password: string, browser = world.browser()) =>
  browser.api.accounts.checkPassword({ body: { password } });

describe("the check of a password before the photos of a sign-up", () => {
  test.each(["123456", "senha123", "Corinthians", "mudar123", "FLAMENGO"])(
    "[D2.14][T07] refuses %s with the words of the sign-up, which refuses it too",
    async (password) => {
      const reply = await check(password);
      expect(reply.status).toBe(400);
      expect(reply.failure).toMatchObject({
        code: "VALIDATION_ERROR",
        details: { fields: { password: "Escolha uma senha menos comum." } },
      });
      const body = signUpForm({ email: newEmail(), password });
      const signUp = await world.browser().api.accounts.signUp({ body, photos: [] });
      expect(signUp.failure.details?.fields).toEqual(reply.failure.details?.fields);
    },
  );

  test("[T07] accepts what the sign-up accepts, and answers nothing more", async () => {
    expect(await check("um segredo só meu")).toMatchObject({ status: 200, body: {} });
    expect((await check("12345")).failure.details?.fields).toEqual({
      password: "A senha deve ter pelo menos 6 caracteres",
    });
  });

  test("[T32] never logs the password", async () => {
    await check("nunca no registro");
    await check("corinthians");
    for (const secret of ["nunca no registro", "corinthians"]) expect(world.logged.join("\n")).not.toContain(secret);
  });
});
