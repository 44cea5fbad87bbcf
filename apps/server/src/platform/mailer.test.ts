import { describe, expect, onTestFinished, test } from "vitest";
import { startMailServer } from "../testing/mail-server.ts";
import { openMailer } from "./mailer.ts";

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

describe("with a mail server", () => {
  test("a letter leaves in both forms, from the operator's address to one person", async () => {
    const { taken, url } = await startServer();
    const mailer = openMailer({ smtpUrl: url, from: FROM });
    expect(mailer.isSending).toBe(true);
    await mailer.send(LETTER);
    expect(taken).toMatchObject([{ from: "suporte@exemplo.invalid", to: ["ana@exemplo.invalid"] }]);
    const source = taken[0]?.source ?? "";
    expect(headersOf(source)).toEqual(expect.arrayContaining([`From: ${FROM}`, "To: ana@exemplo.invalid"]));
    expect(source).toContain("multipart/alternative");
    for (const part of ["Content-Type: text/plain", "Um texto.", "Content-Type: text/html", "<p>Um texto.</p>"])
      expect(source).toContain(part);
  });

  test("[T62] a line break in a subject begins no other header, and reaches nobody else", async () => {
    const { taken, url } = await startServer();
    const subject = "Ana\r\nBcc: todos@exemplo.invalid\r\n\r\n<script>";
    await openMailer({ smtpUrl: url, from: FROM }).send({ ...LETTER, subject });
    expect(taken[0]?.to).toEqual(["ana@exemplo.invalid"]);
    const headers = headersOf(taken[0]?.source ?? "");
    expect(headers.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
    expect(headers.filter((line) => /^bcc:/i.test(line))).toEqual([]);
  });

  test("[T32] a refusal is told by its codes, without the server's words, which repeat the address", async () => {
    const { url } = await startServer({ onRcptTo: ({ address }, _, done) => done(new Error(`no ${address} here`)) });
    const attempt = openMailer({ smtpUrl: url, from: FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(EENVELOPE \d{3}\)$/);
  });

  test("one that is not there is told as such", async () => {
    const attempt = openMailer({ smtpUrl: "smtp://127.0.0.1:1", from: FROM }).send(LETTER);
    await expect(attempt).rejects.toThrow(/^the mail server did not take it \(E\w+\)$/);
  });
});

test("without a mail server nothing leaves, and nobody is told that it did", async () => {
  const mailer = openMailer({ smtpUrl: undefined, from: FROM });
  expect(mailer.isSending).toBe(false);
  await expect(mailer.send(LETTER)).rejects.toThrow("there is no mail server");
});
