import { describe, expect, onTestFinished, test } from "vitest";
import { startMailServer } from "../testing/mail-server.ts";
import { openMailer, senderOf } from "./mailer.ts";

const LETTER = { to: "ana@exemplo.invalid", subject: "Olá, Ana", text: "Um texto.\n", html: "<p>Um texto.</p>" };
const FROM = "Caramelo <suporte@exemplo.invalid>";

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.close);
  return server;
}

function headersOf(source: string): string[] {
  const [head = ""] = source.split("\r\n\r\n");
  return head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
}

describe("a mailer with a mail server", () => {
  test("sends a letter as text and as HTML, from the operator's address to one recipient", async () => {
    const { taken, url } = await startServer();
    const mailer = openMailer({ smtpUrl: url, from: () => FROM });
    expect(mailer.isSending).toBe(true);
    await mailer.send(LETTER);
    expect(taken).toMatchObject([{ from: "suporte@exemplo.invalid", to: ["ana@exemplo.invalid"] }]);
    const source = taken[0]?.source ?? "";
    expect(headersOf(source)).toEqual(expect.arrayContaining([`From: ${FROM}`, "To: ana@exemplo.invalid"]));
    expect(source).toContain("multipart/alternative");
    for (const part of ["Content-Type: text/plain", "Um texto.", "Content-Type: text/html", "<p>Um texto.</p>"])
      expect(source).toContain(part);
  });

  test("[T62] keeps a subject with line breaks from adding headers or recipients", async () => {
    const { taken, url } = await startServer();
    const subject = "Ana\r\nBcc: todos@exemplo.invalid\r\n\r\n<script>";
    await openMailer({ smtpUrl: url, from: () => FROM }).send({ ...LETTER, subject });
    expect(taken[0]?.to).toEqual(["ana@exemplo.invalid"]);
    const headers = headersOf(taken[0]?.source ?? "");
    expect(headers.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  test("[T32] reports a refusal by its codes, without the server's message, which repeats the address", async () => {
    const { url } = await startServer({ onRcptTo: ({ address }, _, done) => done(new Error(`no ${address} here`)) });
    const attempt = openMailer({ smtpUrl: url, from: () => FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(EENVELOPE \d{3}\)$/);
  });

  test("reports that the mail server cannot be reached", async () => {
    const attempt = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: () => FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(E\w+\)$/);
  });
});

test("a brand whose name has signs that mean something in a header is one sender", async () => {
  const { taken, url } = await startServer();
  const from = senderOf('Clube, "Ana" <x@y.invalid>', "oi@clube.example");
  await openMailer({ smtpUrl: url, from: () => from }).send(LETTER);
  expect(taken[0]?.from).toBe("oi@clube.example");
  expect(headersOf(taken[0]?.source ?? "")).toContain(
    String.raw`From: "Clube, \"Ana\" <x@y.invalid>" <oi@clube.example>`,
  );
  expect(senderOf("Clube da Ana", "oi@clube.example")).toBe("Clube da Ana <oi@clube.example>");
});

test("a mailer without a mail server says so and refuses to send", async () => {
  const mailer = openMailer({ smtpUrl: undefined, from: () => FROM });
  expect(mailer.isSending).toBe(false);
  await expect(mailer.send(LETTER)).rejects.toThrow("there is no mail server");
});
