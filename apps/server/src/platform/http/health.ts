import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";

/** Serves /healthz, which answers while the process runs, and /readyz, which answers while the database does too. */
export function serveHealth(app: FastifyInstance, db: Db): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  // Whoever asks meanwhile shares the answer, so that requests by the thousand are one question to the database at a time.
  let currentAnswer: Promise<boolean> | undefined;
  const askDatabase = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  app.get("/readyz", async (_request, reply) => {
    currentAnswer ??= askDatabase().finally(() => {
      currentAnswer = undefined;
    });
    const isReady = await currentAnswer;
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ok" : "database unreachable" });
  });
}
