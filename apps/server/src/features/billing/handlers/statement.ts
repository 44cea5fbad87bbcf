import { contract } from "@caramelo/contract/contract";
import { STATEMENT_PAGE } from "@caramelo/contract/limits";
import { handle } from "../../../platform/handle.ts";
import { listStatement } from "../queries.ts";

export const statement = handle(contract.billing.statement, async ({ query, me, db, pageCursors }) => {
  const rows = await listStatement(db, me.id, pageCursors.read(query.before), STATEMENT_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, STATEMENT_PAGE);
  return { entries: page, next };
});
