// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "~/platform/api.ts";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { keepErrors, type Recheck } from "~/ui/forms/form-rules.ts";
import { TextField } from "~/ui/forms/text-field.tsx";
import { type FormApi, useForm } from "~/ui/forms/use-form.ts";

type Values = { email: string; city: string | null; remember: boolean };

const initial: Values = { email: "", city: null, remember: true };
const validate = ({ email, city }: Values) =>
  keepErrors<Values>({
    email: email ? undefined : "Falta o email",
    city: city ? undefined : "Falta a cidade",
    remember: undefined,
  });

type Props = {
  submit: (values: Values) => Promise<void> | void;
  recheck?: Recheck;
  focusOnFailure?: "email";
  isShown?: boolean;
};
let form: FormApi<Values>;

/** A text field, a checkbox, and a field whose value is in the state of the form. */
function Form({ isShown = true, ...options }: Props) {
  form = useForm<Values>({ initial, validate, ...options });
  if (!isShown) return null;
  return (
    <form {...form.props}>
      <button type="button" aria-invalid={form.errors.city !== undefined || undefined}>
        {form.values.city ?? "nenhuma"}
      </button>
      <TextField label="Email" {...form.field("email")} />
      <Checkbox {...form.field("remember")}>Lembrar</Checkbox>
      <button type="submit">Enviar</button>
    </form>
  );
}

const email = () => screen.getByLabelText<HTMLInputElement>("Email");
const remember = () => screen.getByLabelText<HTMLInputElement>("Lembrar");
const type = (text: string) => fireEvent.input(email(), { target: { value: text } });
const send = () => act(async () => void fireEvent.submit(screen.getByRole("button", { name: "Enviar" })));
const choose = (city: string) => act(() => form.setValues({ city }));

afterEach(cleanup);

describe("a form", () => {
  test("submits what its fields and its state hold", async () => {
    const submit = vi.fn();
    render(<Form submit={submit} />);
    type("ana@x.com");
    fireEvent.click(remember());
    choose("Osasco");
    await send();
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      { email: "ana@x.com", city: "Osasco", remember: false },
      expect.anything(),
    );
  });

  test("submits what the browser filled in without an event", async () => {
    const submit = vi.fn();
    render(<Form submit={submit} />);
    choose("Osasco");
    email().value = "ana@x.com";
    await send();
    expect(submit).toHaveBeenCalledExactlyOnceWith(
      { email: "ana@x.com", city: "Osasco", remember: true },
      expect.anything(),
    );
  });

  test("shows its errors only after a submit, and focuses the first field with one", async () => {
    const submit = vi.fn();
    render(<Form submit={submit} />);
    type("a");
    type("");
    expect(screen.queryByText("Falta o email")).toBeNull();
    await send();
    expect(screen.getByText("Falta o email")).toBeTruthy();
    expect(document.activeElement).toBe(email());
    expect(form).toMatchObject({ isInvalid: true, failure: undefined, errors: { city: "Falta a cidade" } });
    expect(submit).not.toHaveBeenCalled();
  });

  test("clears an error as soon as its field is valid, without moving the focus", async () => {
    render(<Form submit={vi.fn()} />);
    await send();
    remember().focus();
    type("ana@x.com");
    expect(screen.queryByText("Falta o email")).toBeNull();
    expect(document.activeElement).toBe(remember());
  });

  test("submits once while a submit is under way, and is busy until it ends", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const submit = vi.fn(() => promise);
    render(<Form submit={submit} />);
    type("ana@x.com");
    choose("Osasco");
    await send();
    await send();
    expect(form.isBusy).toBe(true);
    await act(async () => resolve());
    expect(form.isBusy).toBe(false);
    expect(submit).toHaveBeenCalledOnce();
  });
});

describe("a form whose submit fails", () => {
  async function failWith(error: unknown, options: Partial<Props> = {}) {
    render(<Form submit={() => Promise.reject(error)} {...options} />);
    type("ana@x.com");
    choose("Osasco");
    await send();
  }

  test("shows the server's words under its field and focuses it", async () => {
    await failWith(new ApiError("VALIDATION_ERROR", "Confira", { email: "Já existe", role: "x" }));
    expect(screen.getByText("Já existe")).toBeTruthy();
    expect(document.activeElement).toBe(email());
    expect(form.failure).toBeUndefined();
    type("outra@x.com");
    expect(screen.queryByText("Já existe")).toBeNull();
  });

  test("gives any other failure as it was thrown, and keeps the focus and what was typed", async () => {
    const error = new ApiError("NETWORK_ERROR", "Sem rede");
    await failWith(error);
    expect(form.failure).toBe(error);
    expect(form.isBusy).toBe(false);
    expect(email().value).toBe("ana@x.com");
    expect(document.activeElement).not.toBe(email());
  });

  test("forgets the failure at the next submit", async () => {
    const submit = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("once")).mockResolvedValue();
    render(<Form submit={submit} />);
    type("ana@x.com");
    choose("Osasco");
    await send();
    expect(form.rejection).toBeDefined();
    await send();
    expect(form.rejection).toBeUndefined();
  });
});

test("a form that comes back on the screen holds what it held before, and takes the focus for a late error", async () => {
  const props = { submit: vi.fn() };
  const { rerender } = render(<Form {...props} />);
  type("ana@x.com");
  fireEvent.click(remember());
  rerender(<Form {...props} isShown={false} />);
  act(() => form.showErrors({ email: "Já existe" }));
  rerender(<Form {...props} />);
  expect(email().value).toBe("ana@x.com");
  expect(remember().checked).toBe(false);
  expect(screen.getByText("Já existe")).toBeTruthy();
  expect(document.activeElement).toBe(email());
});

test("setValues changes the fields on the screen too", () => {
  render(<Form submit={vi.fn()} />);
  act(() => form.setValues({ email: "ana@x.com", remember: false }));
  expect(email().value).toBe("ana@x.com");
  expect(remember().checked).toBe(false);
});

test("what was typed before React took over the page stays and counts", () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<Form submit={vi.fn()} />);
  const emailField = container.querySelector<HTMLInputElement>("input[name=email]");
  if (emailField) emailField.value = "ana@x.com";
  render(<Form submit={vi.fn()} />, { container, hydrate: true });
  expect(email().value).toBe("ana@x.com");
  expect(form.values.email).toBe("ana@x.com");
});
