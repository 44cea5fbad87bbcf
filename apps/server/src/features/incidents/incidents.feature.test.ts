import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../testing/each-kind.ts";
import { readLink, readMails } from "../../testing/mails.ts";
import { makeOrder } from "../../testing/orders.ts";
import { addPasskey, makeWithPasskey, signInByPasskey } from "../../testing/passkeys.ts";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld } from "../../testing/world.ts";
import { recordAccess } from "../accounts/record-access.ts";
import { writeIncident } from "./commands.ts";

const COMMANDS = fileURLToPath(new URL("../../start/cli.ts", import.meta.url));
const HOUR = 3_600_000;
const LONG_AGO = new Date("2026-01-05T12:00:00Z");

const world = await openWorld();
const { owner, context } = world;
const at = (hours: number) => `${new Date(Date.now() + hours * HOUR).toISOString().slice(0, 19)}Z`;
const PERIOD = ["--from", at(-3), "--to", at(1)];

async function list(...args: string[]) {
  const saidLines: string[] = [];
  const { sealer, clock } = context;
  const say = (line: string) => void saidLines.push(line);
  const folder = await writeIncident({ db: owner, sealer, clock, dataDir: world.dataDir, say }, args);
  const read = (name: string) => readFile(join(folder, name), "utf8");
  return { folder, saidLines, read, facts: await read("fatos.csv"), people: await read("pessoas.csv") };
}

const factsOf = (csv: string, id: string) =>
  csv
    .split("\r\n")
    .map((line) => line.split(";").map((cell) => cell.slice(1, -1)))
    .filter(([memberId]) => memberId === id)
    .map(([, what]) => what)
    .toSorted();

/** An old account, of which nothing is in the period unless a test does something. */
const makeOld = (facts: Parameters<typeof makeMember>[1] = {}) => makeMember(owner, { createdAt: LONG_AGO, ...facts });

describe("the list of an incident", () => {
  test("says of each member what happened to them in the period, and leaves out members to whom nothing happened", async () => {
    const [ana, eva, ned] = [await makeOld(), await makeOld(), await makeOld({ role: "daddy" })];
    await world
      .browser("203.0.113.7")
      .api.accounts.signIn({ body: { email: ana.email, password: PASSWORD, remember: true } });
    await recordAccess(context, { memberId: eva.id, address: "203.0.113.8", at: new Date(Date.now() - 30 * HOUR) });
    await makeOrder(world, { id: ned.id, role: "daddy" });
    const { facts, people } = await list(...PERIOD);
    expect(factsOf(facts, ana.id)).toEqual([
      "Entrou na conta",
      "Tinha uma sessão válida",
      "Usou o site (registro de acessos, por hora)",
    ]);
    expect(factsOf(facts, ned.id)).toEqual(["Fez um pedido"]);
    expect(factsOf(facts, eva.id)).toEqual([]);
    expect(people).toContain(ana.email);
    expect(people).not.toContain(eva.email);
    expect(facts + people).not.toContain("203.0.113");
  });

  test("includes new accounts, requested links, changed secrets, and sessions that began before the period", async () => {
    const { id: newId } = await makeMember(owner);
    const [old, mover] = [await makeSignedIn(world, { createdAt: LONG_AGO }), await makeOld()];
    await world.browser().api.accounts.requestRecovery({ body: { email: mover.email } });
    const { token } = await readLink(world, mover.email);
    const password = "outra senha bem guardada";
    await world.browser().api.accounts.resetPassword({ body: { token, password, passwordConfirmation: password } });
    expect(factsOf((await list(...PERIOD)).facts, mover.id)).toEqual([
      "Pediu um link para nova senha",
      "Trocou a senha ou o e-mail (última troca)",
    ]);
    const { facts } = await list("--from", at(0.5), "--to", at(1));
    expect(factsOf(facts, old.id)).toEqual(["Tinha uma sessão válida"]);
    expect(factsOf((await list(...PERIOD)).facts, newId)).toEqual(["Criou a conta"]);
  });

  test("knows who got a mail about a new browser, and whose passkeys were added and removed", async () => {
    const ana = await makeWithPasskey(world, { createdAt: LONG_AGO });
    const { email } = await owner
      .selectFrom("member")
      .where("id", "=", ana.id)
      .select("email")
      .executeTakeFirstOrThrow();
    await signInByPasskey(world.browser(), ana.authenticator);
    await addPasskey(ana.browser);
    await ana.browser.api.accounts.removePasskey({ params: { id: ana.passkeyId } });
    await readMails(world, email);
    const facts = factsOf((await list(...PERIOD)).facts, ana.id);
    expect(facts).toEqual(
      expect.arrayContaining([
        "Adicionou uma chave de acesso que ainda tem",
        "Foi avisado de uma chave de acesso nova",
        "Foi avisado de uma chave de acesso removida",
        "Foi avisado de uma entrada por um navegador novo",
        "Recebeu um link “Não fui eu” (navegador novo, e-mail ou chave)",
      ]),
    );
  });

  test("tells whose documents the site held, and which of them the staff opened", async () => {
    const [lia, team] = [await makeOld(), await makeSignedIn(world, { role: "admin", createdAt: LONG_AGO })];
    const { id } = await makeVerification(world, lia.id, { createdAt: new Date(Date.now() - 90 * HOUR) });
    await team.browser.raw(`/api/admin/verifications/${id}/documents/front`);
    const { facts, read } = await list(...PERIOD);
    expect(factsOf(facts, lia.id)).toEqual(["Equipe: Documento aberto", "Tinha documentos de verificação guardados"]);
    expect(await read("resumo.md")).toContain("- Equipe: Documento aberto: 1 pessoa, 1×");
  });

  test("counts no made-up people, and knows who is older than sixty or has no own address", async () => {
    const [demo, managed] = [await makeMember(owner, { isDemo: true }), await makeMember(owner, { isManaged: true })];
    const before = (await list(...PERIOD)).people.match(/60 anos ou mais/g)?.length ?? 0;
    const elder = await makeMember(owner, { age: 71 });
    await makeVerification(world, managed.id);
    const { people, facts, saidLines } = await list(...PERIOD);
    expect(people.match(/60 anos ou mais/g)?.length).toBe(before + 1);
    expect(people).toContain(`"${elder.id}";"${elder.email}";"membro";"60 anos ou mais"`);
    expect(people).toContain(`"${managed.id}";"";"membro";""`);
    expect(facts + people).not.toContain(demo.id);
    expect(saidLines.join("\n")).toMatch(/^\d+ of \d+ people\. The notices are due on \d{4}-\d{2}-\d{2}\.$/m);
  });

  test("is in a folder and files that only this user can read, and is recorded in the audit log", async () => {
    const { folder } = await list(...PERIOD);
    const names = (await readdir(folder)).toSorted();
    expect(names).toEqual(["anpd.md", "aviso.md", "fatos.csv", "pessoas.csv", "resumo.md"]);
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
    expect(await modeOf(folder)).toBe(0o700);
    expect(await modeOf(dirname(folder))).toBe(0o700);
    for (const name of names) expect(await modeOf(join(folder, name))).toBe(0o600);
    const entry = await owner
      .selectFrom("auditEntry")
      .where("action", "=", "incident.listed")
      .orderBy("id", "desc")
      .limit(1)
      .select(["actorId", "subjectId", "details"])
      .executeTakeFirst();
    expect(entry).toMatchObject({ actorId: null, subjectId: null, details: { count: expect.any(Number) } });
  });

  test("cannot be made with the rights of the product's own role", async () => {
    const { sealer, clock } = context;
    const command = { db: world.db, sealer, clock, dataDir: world.dataDir, say: () => {} };
    await expect(writeIncident(command, PERIOD)).rejects.toThrow(/permission denied/);
  });

  test.each([
    ["nothing", []],
    ["no end", ["--from", at(-3)]],
    ["an end before the beginning", ["--from", at(1), "--to", at(-3)]],
    ["a word for a moment", ["--from", "ontem", "--to", at(1)]],
    ["a wrong moment of knowledge", [...PERIOD, "--known", "hoje"]],
  ])("is refused with %s", async (_, args) => {
    await expect(list(...args)).rejects.toThrow(/npm run incident -- --from/);
  });
});

describe("npm run incident", () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [COMMANDS, "incident", ...args], {
      env: {
        ...process.env,
        MODE: "demo",
        DATABASE_URL: world.connectionString,
        DATA_DIR: world.dataDir,
        SUPPORT_EMAIL: "ajuda@caramelo.example",
        DPO_CONTACT: "dpo@caramelo.example",
      },
    });

  test("writes drafts with the contacts in force while the product runs", async () => {
    const { stdout } = await run(...PERIOD, "--known", "2026-11-26T12:00");
    expect(stdout).toContain("The notices are due on 2026-12-01.");
    const [folder = ""] = /\/.*?incidents\/[\w.-]+/.exec(stdout) ?? [];
    const notice = await readFile(join(folder, "aviso.md"), "utf8");
    expect(notice).toContain(
      "Dúvidas: ajuda@caramelo.example. Encarregado pelos dados pessoais: dpo@caramelo.example.",
    );
    expect(await readFile(join(folder, "anpd.md"), "utf8")).toContain("## XII. ");
  });

  slowTest("says how it is called when a moment is missing", async () => {
    await expect(run("--from", "ontem")).rejects.toThrow(/npm run incident -- --from/);
  });
});
