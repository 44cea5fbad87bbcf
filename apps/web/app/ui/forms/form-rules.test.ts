import { describe, expect, test } from "vitest";
import {
  acceptSubmit,
  changeValues,
  errorIfBlank,
  type FormErrors,
  type FormState,
  keepErrors,
  pickErrors,
  type Recheck,
  recheckChanged,
  recheckMarked,
  rejectSubmit,
  startForm,
} from "./form-rules.ts";

type Values = { email: string; password: string };

const empty: Values = { email: "", password: "" };
const validate = ({ email, password }: Values): FormErrors<Values> =>
  keepErrors<Values>({ email: email ? undefined : "no e-mail", password: password ? undefined : "no password" });
const rejectValues = (values: Values) =>
  rejectSubmit(acceptSubmit(startForm(empty), values), validate(values), { values, error: undefined });
const type = (state: FormState<Values>, part: Partial<Values>, recheck: Recheck) =>
  changeValues(state, { ...state.values, ...part }, Object.keys(part), { validate, recheck });

test("errors without a text are left out, and the others keep the order of the screen", () => {
  expect(Object.entries(keepErrors<Values>({ email: "a", password: undefined }))).toEqual([["email", "a"]]);
  expect(Object.keys(validate(empty))).toEqual(["email", "password"]);
});

test("a required text with nothing but spaces is an error", () => {
  expect(["", " \n", " a "].map((text) => errorIfBlank(text, "missing"))).toEqual(["missing", "missing", undefined]);
});

test("the form takes the server's errors of its own fields, in the order of the screen", () => {
  const pickedErrors = pickErrors<Values>({ password: "b", role: "c", email: "a", toString: "d" }, [
    "email",
    "password",
  ]);
  expect(Object.entries(pickedErrors)).toEqual([
    ["email", "a"],
    ["password", "b"],
  ]);
  expect(pickErrors<Values>({}, ["email", "password"])).toEqual({});
});

test("a choice shows the error of the id that was sent for it", () => {
  const pickedErrors = pickErrors<{ city: string; bio: string }>({ bio: "b", cityId: "a", idCity: "x" }, [
    "city",
    "bio",
  ]);
  expect(Object.entries(pickedErrors)).toEqual([
    ["city", "a"],
    ["bio", "b"],
  ]);
});

describe("a form", () => {
  test("marks nothing before the first submit", () => {
    const typedForm = type(startForm(empty), { password: "" }, recheckChanged);
    expect(typedForm).toMatchObject({ errors: {}, isInvalid: false, rejection: undefined });
  });

  test("keeps the values it was submitted with, and shows the errors of all fields at once", () => {
    expect(rejectValues({ email: "a", password: "" })).toEqual({
      values: { email: "a", password: "" },
      errors: { password: "no password" },
      rejection: { values: { email: "a", password: "" }, error: undefined, isUnderFields: true },
      hasBeenSubmitted: true,
      isInvalid: true,
    });
  });

  test("keeps what was typed while the server refused it", () => {
    const typedForm = type(
      acceptSubmit(startForm(empty), { email: "a", password: "b" }),
      { email: "ab" },
      recheckMarked,
    );
    const error = new Error("refused");
    const after = rejectSubmit(typedForm, {}, { values: { email: "a", password: "b" }, error });
    expect(after.values.email).toBe("ab");
    expect(after.rejection).toEqual({ values: { email: "a", password: "b" }, error, isUnderFields: false });
    expect(after.isInvalid).toBe(false);
  });

  test("forgets its errors when a submit is accepted", () => {
    const accepted = acceptSubmit(rejectValues(empty), { email: "a", password: "b" });
    expect(accepted).toMatchObject({ errors: {}, isInvalid: false, rejection: undefined });
  });
});

describe("a form that rechecks marked fields", () => {
  test("clears each error once its field is valid, whichever field changes", () => {
    const server = rejectSubmit(
      acceptSubmit(startForm(empty), { email: "a", password: "b" }),
      { email: "taken" },
      { values: { email: "a", password: "b" } },
    );
    expect(type(server, { password: "bc" }, recheckMarked).errors).toEqual({});
    expect(type(rejectValues(empty), { email: "a" }, recheckMarked).errors).toEqual({ password: "no password" });
  });

  test("marks a field that becomes invalid only at the next submit", () => {
    const state = rejectValues({ email: "", password: "b" });
    expect(type(state, { password: "" }, recheckMarked).errors).toEqual({ email: "no e-mail" });
  });

  test("keeps the rejection while somebody types", () => {
    expect(type(rejectValues(empty), { email: "a" }, recheckMarked).rejection).toBeDefined();
  });
});

describe("a form that rechecks changed fields", () => {
  test("marks a field as soon as it becomes invalid", () => {
    const state = rejectValues({ email: "", password: "b" });
    expect(type(state, { password: "" }, recheckChanged).errors).toEqual({
      email: "no e-mail",
      password: "no password",
    });
  });

  test("keeps what the server said of the other fields", () => {
    const values = { email: "a", password: "b" };
    const state = rejectSubmit(acceptSubmit(startForm(empty), values), { email: "taken" }, { values });
    expect(type(state, { password: "bc" }, recheckChanged).errors).toEqual({ email: "taken" });
    expect(type(state, { email: "ab" }, recheckChanged).errors).toEqual({});
  });

  test("is invalid until all of its values are valid", () => {
    const half = type(rejectValues(empty), { email: "a" }, recheckChanged);
    expect(half.isInvalid).toBe(true);
    expect(type(half, { password: "b" }, recheckChanged).isInvalid).toBe(false);
  });
});

test("[K5.17] an error goes when its field is edited, where a form clears instead of checking", () => {
  type Values = { name: string; city: string };
  const validate = ({ name, city }: Values) => ({ ...(!name && { name: "nome" }), ...(!city && { city: "cidade" }) });
  const empty: Values = { name: "", city: "" };
  const rejectedForm = rejectSubmit(startForm(empty), validate(empty), { values: empty });
  const rules = { validate, recheck: "clear" } as const;
  const edited = changeValues(rejectedForm, { name: " ", city: "" }, ["name"], rules);
  expect([edited.errors, edited.isInvalid]).toEqual([{ city: "cidade" }, true]);
  const both = changeValues(edited, { name: " ", city: "" }, ["city"], rules);
  expect([both.errors, both.isInvalid]).toEqual([{}, false]);
});
