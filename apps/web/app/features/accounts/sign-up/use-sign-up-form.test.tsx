// @vitest-environment happy-dom

import { fieldTexts } from "@caramelo/contract/call/errors";
import { mapAbout } from "@caramelo/contract/texts/about";
import { act, cleanup, render, renderHook } from "@testing-library/react";
import type { SyntheticEvent } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { keepDraft } from "./draft.ts";
import { emptySignUp } from "./rules.ts";
import { useSignUpForm } from "./use-sign-up-form.ts";

function StepOne() {
  const { props, field } = useSignUpForm(() => {});
  const [name, bio] = [field("name"), field("bio")];
  return (
    <form {...props}>
      <input name={name.name} defaultValue={name.defaultValue} />
      <textarea name={bio.name} defaultValue={bio.defaultValue} />
    </form>
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
  sessionStorage.clear();
});

test("a draft of the sign-up fills empty fields, and leaves what was typed before React arrived", async () => {
  keepDraft({ ...emptySignUp, name: "Ana", bio: "Gosto de praia." });
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<StepOne />);
  const name = container.querySelector("input");
  if (name) name.value = "Beatriz";
  await act(async () => void render(<StepOne />, { container, hydrate: true }));
  expect(container.querySelector("input")?.value).toBe("Beatriz");
  expect(container.querySelector("textarea")?.value).toBe("Gosto de praia.");
});

describe("[D2.14] the end of step 1", () => {
  const filledForm = {
    ...emptySignUp,
    email: "helena@exemplo.com.br",
    password: "123456",
    passwordConfirmation: "123456",
    name: "Helena",
    age: "31",
    gender: "Feminino" as const,
    accountType: "baby" as const,
    city: { value: "3534401", label: "Osasco, SP" },
    ...mapAbout(() => "Cinema, praia e viagens curtas."),
    acceptsTerms: true,
  };
  const CHECK = "POST /password-checks";

  /** Submits a valid step 1. `answer` is the server's answer to the check of the password. */
  async function submit(answer: () => unknown) {
    const server = openFakeServer();
    server.answer(CHECK, answer);
    const onDone = vi.fn();
    const { result } = renderHook(() => useSignUpForm(onDone));
    act(() => result.current.setValues(filledForm));
    const currentTarget = document.createElement("form");
    // The cast is safe, because the hook reads nothing else of the event.
    const event = { preventDefault() {}, currentTarget } as unknown as SyntheticEvent<HTMLFormElement>;
    await act(() => result.current.props.onSubmit(event));
    return { errors: result.current.errors, onDone, askedCalls: server.callsOf(CHECK).map(({ body }) => body) };
  }

  test("asks the server for the password, and does not open the photos with one that it refuses", async () => {
    const { onDone, askedCalls, errors } = await submit(() =>
      refuse("VALIDATION_ERROR", 400, { fields: { password: fieldTexts.passwordTooCommon } }),
    );
    expect(askedCalls).toEqual([{ password: "123456" }]);
    expect(errors).toEqual({ password: "Escolha uma senha menos comum." });
    expect(onDone).not.toHaveBeenCalled();
  });

  test.each([
    ["accepts it", () => ({})],
    ["cannot be reached", fail],
    ["was asked too often", () => refuse("RATE_LIMIT_EXCEEDED", 429)],
  ])("opens the photos when the server %s", async (_, answer) => {
    expect((await submit(answer)).onDone).toHaveBeenCalledOnce();
  });
});
