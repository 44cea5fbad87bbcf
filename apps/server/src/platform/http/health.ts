import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../database/database.ts";

/** A balancer needs its answer within 2 s, even from a process whose database is silent. */
const ANSWER_MS = 1_500;

/**
 * Serves /healthz, which succeeds while the process runs, and /readyz, which succeeds while the database answers too,
 * and until the process begins to stop.
 */
export function serveHealth(app: FastifyInstance, db: Db, isStopping = () => false): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  // Requests that arrive while one is being answered share its answer, so that thousands of requests ask the database
  // only once at a time.
  let currentAnswer: Promise<boolean> | undefined;
  const askDatabase = () =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    );
  app.get("/readyz", async (_request, reply) => {
    if (isStopping()) return reply.status(503).send({ status: "stopping" });
    currentAnswer ??= askDatabase().finally(() => {
      currentAnswer = undefined;
    });
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(late.resolve, ANSWER_MS, false);
    const isReady = await Promise.race([currentAnswer, late.promise]);
    clearTimeout(timer);
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? "ok" : "database unreachable" });
  });
}
