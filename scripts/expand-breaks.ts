import { loadModule, parseSync } from "libpg-query";

// What the SQL of a migration would break in the last release, which runs beside it, or would lock for too long.
// PostgreSQL's own parser reads it, and a step may only do what is known to be safe: whatever is not listed here is refused.

// The parser's trees are data without useful types: each node is an object with one key, its kind.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Node = any;
type Statement = { kind: string; node: Node; text: string };

/** What a step has made before the present statement, so that the last release cannot use it. */
type Own = {
  tables: Set<string>;
  functions: Set<string>;
  /** As `table.column`, and whether it has a default. */
  columns: Map<string, boolean>;
};
/** The conditions of the named checks, by `table.constraint`. */
type Checks = Map<string, Node>;
/** What the file does in any place of it: the triggers it makes, as `table.trigger`, and the indexes it drops. */
type File = { triggers: Set<string>; droppedIndexes: Set<string>; checks: Checks };
type Verdict = { breaks: string[]; locks: string[] };

/** They have a row for nearly everything that members do, so whatever reads all rows of one keeps writers waiting. */
const LARGE_TABLES = new Set(
  "access_record conversation favorite member member_stream message notification photo profile session stream_event visit".split(
    " ",
  ),
);

/** They add something, or change rows; what else they do is judged below. */
const ADDING_KINDS = new Set(
  "CommentStmt CompositeTypeStmt CreateDomainStmt CreateEnumStmt CreateExtensionStmt CreateFunctionStmt CreateSchemaStmt CreateSeqStmt CreateStatsStmt CreateStmt CreateTrigStmt DeleteStmt IndexStmt InsertStmt SelectStmt UpdateStmt VariableSetStmt ViewStmt".split(
    " ",
  ),
);
/** Parts of an `alter table` that take nothing from the last release. */
const HARMLESS_PARTS = new Set(
  "AT_DropNotNull AT_ResetRelOptions AT_SetOptions AT_SetRelOptions AT_SetStatistics AT_ValidateConstraint".split(" "),
);
const READING_PARTS =
  /^AT_(?:AlterColumnType|AttachPartition|Set(?:AccessMethod|Expression|Logged|NotNull|TableSpace|UnLogged))$/;
const LOCKING_KINDS = new Set([
  "TruncateStmt",
  "LockStmt",
  "ClusterStmt",
  "VacuumStmt",
  "ReindexStmt",
  "RefreshMatViewStmt",
]);
const WRITING_KINDS = new Set(["InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"]);

await loadModule();

/**
 * @param source of a migration's file
 * @param earlier the sources of all migrations before it, the oldest first: they say what a check was that it replaces
 */
export function findExpandBreaks(source: string, earlier: string[] = []): string[] {
  return judgeSource(source, earlier).flatMap(({ breaks, locks }) => [...breaks, ...locks]);
}

/** What locks for too long, which a contract step may not do either. */
export function findLongLocks(source: string): string[] {
  return judgeSource(source, []).flatMap(({ locks }) => locks);
}

function judgeSource(source: string, earlier: string[]): Verdict[] {
  const { statements, faults } = readStatements(source);
  const checks: Checks = new Map();
  for (const text of earlier) recordChecks(checks, readStatements(text).statements);
  const own: Own = { tables: new Set(), functions: new Set(), columns: new Map() };
  const file = { ...readFile(statements), checks };
  const verdicts = statements.map((statement) => {
    const verdict = judgeStatement(statement, own, file);
    recordOwn(own, statement);
    const name = (why: string) => `${why}: ${statement.text.slice(0, 90)}`;
    return { breaks: verdict.breaks.map(name), locks: verdict.locks.map(name) };
  });
  return [{ breaks: [], locks: faults }, ...verdicts];
}

/** Only what stands in an executed sql`…` is read, so `faults` names whatever a migration does otherwise. */
function readStatements(source: string) {
  const faults: string[] = [];
  const template = /sql(?:<[^`>]*>)?`([^`]*)`/g;
  const code = source
    .replaceAll(template, "")
    .replaceAll(/\/\*.*?\*\/|\/\/.*?$/gms, "")
    .replaceAll(/\.execute\(\s*db,?\s*\)/g, "")
    .replaceAll("(db: Kysely<unknown>)", "");
  for (const [text] of code.matchAll(/\bdb\b.*|\bKysely<.*|\bsql\b\W.*/g))
    if (!/^sql\W+from "kysely"/.test(text)) faults.push(`is not SQL that can be read, sql\`…\`.execute(db): ${text}`);
  const statements = [...source.matchAll(template)].flatMap(([, text = ""]) => {
    // What is put in is a value, as `$1` is; anywhere else the parser refuses it.
    const sql = Buffer.from(text.replaceAll(/\$\{[^}]*\}/g, "$1"));
    try {
      return (parseSync(sql.toString()).stmts ?? []).map(
        ({ stmt, stmt_location: start = 0, stmt_len: length }: Node) => {
          const [kind = "", node] = Object.entries<Node>(stmt)[0] ?? [];
          const words = sql.subarray(start, length ? start + length : undefined).toString();
          return { kind, node, text: words.trim().replaceAll(/\s+/g, " ") };
        },
      );
    } catch (error) {
      faults.push(`cannot be read, ${error instanceof Error ? error.message : error}: ${text.trim().slice(0, 90)}`);
      return [];
    }
  });
  return { statements: statements as Statement[], faults };
}

function readFile(statements: Statement[]) {
  const triggers = statements.filter(({ kind }) => kind === "CreateTrigStmt");
  const droppedIndexes = statements.filter(({ node }) => node.removeType === "OBJECT_INDEX");
  return {
    triggers: new Set(triggers.map(({ node }) => `${node.relation.relname}.${node.trigname}`)),
    droppedIndexes: new Set(droppedIndexes.flatMap(({ node }) => node.objects.map(nameOf))),
  };
}

function judgeStatement({ kind, node }: Statement, own: Own, file: File): Verdict {
  const table: string | undefined = node.relation?.relname;
  const isOwn = table !== undefined && own.tables.has(table);
  const locks = listWrittenTables(kind, node)
    .filter((name) => LARGE_TABLES.has(name) && !own.tables.has(name))
    .map(() => "writes a large table: let a job do it");
  if (kind === "DoStmt") return { breaks: [], locks: ["is a block, which is not read: write its statements"] };
  if (LOCKING_KINDS.has(kind)) {
    const names: string[] = (node.relations ?? []).map(nameOf);
    const isAllOwn = names.length > 0 && names.every((name) => own.tables.has(name));
    return { breaks: [], locks: isAllOwn ? [] : ["locks a whole table"] };
  }
  if (isOwn) return { breaks: [], locks };
  if (kind === "IndexStmt") return judgeIndex(node, own, file);
  if (kind === "AlterTableStmt") return judgeAlterTable(node, own, file);
  return { breaks: judgeKind(kind, node, own, file), locks };
}

function judgeKind(kind: string, node: Node, own: Own, { triggers }: File): string[] {
  if (ADDING_KINDS.has(kind)) return [];
  if (
    kind === "DropStmt" &&
    node.removeType === "OBJECT_TRIGGER" &&
    node.objects.every((name: Node) => triggers.has(pathOf(name)))
  )
    return [];
  if (kind === "DropStmt") return [`drops ${node.objects.map(nameOf)}`];
  if (kind === "AlterEnumStmt" && !node.oldVal) return [];
  if (kind === "GrantStmt" || kind === "GrantRoleStmt") {
    const isOwn = node.objects?.every((name: Node) => own.tables.has(nameOf(name)) || own.functions.has(nameOf(name)));
    return node.is_grant || isOwn ? [] : ["takes a right away"];
  }
  if (kind === "RenameStmt") return ["renames what the last release uses"];
  return [`is not known to leave the last release working (${kind})`];
}

function judgeIndex(node: Node, own: Own, { droppedIndexes }: File): Verdict {
  const table: string = node.relation.relname;
  const columns: string[] = node.indexParams.map((param: Node) => param.IndexElem.name);
  const isUnheard = !node.unique || (!node.nulls_not_distinct && hasOwnEmpty(table, columns, own));
  const isThere = node.if_not_exists && !droppedIndexes.has(node.idxname);
  return {
    breaks: isUnheard ? [] : ["refuses rows that the last release writes"],
    locks:
      LARGE_TABLES.has(table) && !isThere
        ? ["builds an index on a large table that could not be built before: create it if not exists"]
        : [],
  };
}

function judgeAlterTable(node: Node, own: Own, file: File): Verdict {
  const table: string = node.relation.relname;
  const parts: Node[] = node.cmds.map(({ AlterTableCmd: part }: Node) => part);
  const ownNow = { ...own, columns: new Map([...own.columns, ...listAddedColumns(table, parts)]) };
  return {
    breaks: parts.flatMap((part) => judgePart(table, part, ownNow, file)),
    locks: parts.flatMap((part) => judgeLocks(table, part)),
  };
}

function judgePart(table: string, part: Node, own: Own, { checks }: File): string[] {
  const { subtype, name, def } = part;
  if (subtype === "AT_AddColumn") return judgeColumn(def.ColumnDef);
  if (subtype === "AT_AddConstraint") {
    const rule = def.Constraint;
    const replaced = checks.get(`${table}.${rule.conname}`);
    const isSafe = isOwnRule(table, rule, own) || (replaced && isWider(rule.raw_expr, replaced));
    return isSafe ? [] : ["refuses rows that the last release writes"];
  }
  // Without a check or a foreign key the last release only may write more.
  if (subtype === "AT_DropConstraint")
    return /_(?:check|fkey)$/.test(name) || checks.has(`${table}.${name}`) ? [] : [`drops ${name}`];
  if (subtype === "AT_ColumnDefault") return def ? [] : ["drops a default on which the last release relies"];
  return HARMLESS_PARTS.has(subtype) ? [] : [`is not known to leave the last release working (${subtype})`];
}

function judgeColumn(column: Node): string[] {
  const kinds = listRules(column).map(({ contype }) => contype);
  const isFilled = hasDefault(column);
  if (!isFilled && kinds.some((kind) => kind === "CONSTR_NOTNULL" || kind === "CONSTR_PRIMARY"))
    return ["adds a column that the last release leaves empty"];
  if (isFilled && kinds.some((kind) => /^CONSTR_(?:UNIQUE|PRIMARY|FOREIGN)$/.test(kind)))
    return ["refuses rows that the last release writes, which all have the default"];
  return [];
}

function judgeLocks(table: string, { subtype, def }: Node): string[] {
  const reads = "reads a large table under a lock: add the constraint not valid, and validate it in a later step";
  if (subtype === "AT_AddColumn") {
    const column = def.ColumnDef;
    if (isWrittenAnew(column)) return ["writes a table anew to fill a column"];
    const isRead = listRules(column).some(
      ({ contype }) =>
        /^CONSTR_(?:CHECK|UNIQUE|PRIMARY)$/.test(contype) || (contype === "CONSTR_FOREIGN" && hasDefault(column)),
    );
    return isRead && LARGE_TABLES.has(table) ? [reads] : [];
  }
  if (!LARGE_TABLES.has(table)) return [];
  if (subtype === "AT_AddConstraint") {
    const { contype, skip_validation: isNotValid, indexname } = def.Constraint;
    return isNotValid || (contype === "CONSTR_UNIQUE" && indexname) ? [] : [reads];
  }
  return READING_PARTS.test(subtype) ? ["reads or writes a large table under a lock"] : [];
}

function isWrittenAnew(column: Node): boolean {
  const isSerial = /^(?:small|big)?serial\d?$/.test(nameOf({ List: { items: column.typeName.names } }));
  return (
    isSerial ||
    listRules(column).some(
      ({ contype, raw_expr: value }) =>
        contype === "CONSTR_IDENTITY" ||
        contype === "CONSTR_GENERATED" ||
        (contype === "CONSTR_DEFAULT" && !isConstant(value)),
    )
  );
}

/** Whether all rows get the same value, which PostgreSQL then keeps once. */
function isConstant(value: Node): boolean {
  if (value.TypeCast) return isConstant(value.TypeCast.arg);
  return Boolean(value.A_Const || value.SQLValueFunction || (value.FuncCall && nameOf(value) === "now"));
}

/** Whether a rule says nothing about rows in which a new column of its own is empty, or, for a check, is about such a column. */
function isOwnRule(table: string, rule: Node, own: Own): boolean {
  if (rule.contype === "CONSTR_CHECK")
    return listColumns(rule.raw_expr).some((column) => own.columns.has(`${table}.${column}`));
  if (rule.contype === "CONSTR_FOREIGN" || (rule.contype === "CONSTR_UNIQUE" && !rule.nulls_not_distinct))
    return hasOwnEmpty(table, (rule.fk_attrs ?? rule.keys ?? []).map(nameOf), own);
  return false;
}

const hasOwnEmpty = (table: string, columns: string[], own: Own) =>
  columns.some((column) => own.columns.get(`${table}.${column}`) === false);

/** Whether a check surely lets through all that another one does: it has that one as an alternative, or a longer list. */
function isWider(condition: Node, replaced: Node): boolean {
  if (!condition || [condition, replaced].some((one) => formatPlain(one).includes("ParamRef"))) return false;
  const alternatives: Node[] = condition.BoolExpr?.boolop === "OR_EXPR" ? condition.BoolExpr.args : [condition];
  return alternatives.some(
    (one) => formatPlain(one) === formatPlain(replaced) || isLongerList(one.A_Expr, replaced.A_Expr),
  );
}

function isLongerList(longer: Node, shorter: Node): boolean {
  const isList = (one: Node) => one?.kind === "AEXPR_IN" && nameOf({ List: { items: one.name } }) === "=";
  if (!isList(longer) || !isList(shorter) || formatPlain(longer.lexpr) !== formatPlain(shorter.lexpr)) return false;
  const values = new Set(longer.rexpr.List.items.map(formatPlain));
  return shorter.rexpr.List.items.every((item: Node) => values.has(formatPlain(item)));
}

/** A node without the places of its text. */
const formatPlain = (node: Node): string =>
  JSON.stringify(node, (key, value) => (/^location$|_(?:start|end)$/.test(key) ? undefined : value));

function recordOwn(own: Own, { kind, node }: Statement): void {
  if (kind === "CreateStmt" && !node.if_not_exists) own.tables.add(node.relation.relname);
  if (kind === "CreateFunctionStmt" && !node.replace) own.functions.add(nameOf({ List: { items: node.funcname } }));
  if (kind !== "AlterTableStmt") return;
  const parts = node.cmds.map(({ AlterTableCmd: part }: Node) => part);
  for (const [name, isFilled] of listAddedColumns(node.relation.relname, parts)) own.columns.set(name, isFilled);
}

function listAddedColumns(table: string, parts: Node[]): [string, boolean][] {
  const added = parts.filter(({ subtype, missing_ok: mayBeThere }) => subtype === "AT_AddColumn" && !mayBeThere);
  return added.map(({ def }) => [`${table}.${def.ColumnDef.colname}`, hasDefault(def.ColumnDef)]);
}

function recordChecks(checks: Checks, statements: Statement[]): void {
  for (const { kind, node } of statements) {
    if (kind !== "CreateStmt" && kind !== "AlterTableStmt") continue;
    const table: string = node.relation.relname;
    const parts: Node[] = (node.cmds ?? []).map(({ AlterTableCmd: part }: Node) => part);
    for (const { subtype, name } of parts) if (subtype === "AT_DropConstraint") checks.delete(`${table}.${name}`);
    for (const { Constraint: rule, ColumnDef: column } of node.tableElts ?? parts.map(({ def }) => def ?? {}))
      for (const { contype, conname, raw_expr: condition } of rule ? [rule] : listRules(column)) {
        // As PostgreSQL names a check of a column. One of a table without a name is not recorded, so it has no wider one.
        const name = conname ?? (column && `${table}_${column.colname}_check`);
        if (contype === "CONSTR_CHECK" && name) checks.set(`${table}.${name}`, condition);
      }
  }
}

function listWrittenTables(kind: string, node: Node): string[] {
  if (!/^(?:Select|Insert|Update|Delete|Merge)Stmt$/.test(kind)) return [];
  return (
    [[kind, node] as const, ...listNodes(node)]
      // A few rows of values may be added to any table.
      .filter(([name, written]) => WRITING_KINDS.has(name) && !written.selectStmt?.SelectStmt?.valuesLists)
      .map(([, written]) => written.relation.relname)
  );
}

const listColumns = (condition: Node): string[] =>
  listNodes(condition).flatMap(([kind, node]) =>
    kind === "ColumnRef" ? [node.fields.at(-1)?.String?.sval ?? ""] : [],
  );

/** All nodes below one, each with its kind. */
function listNodes(node: Node): [string, Node][] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]): [string, Node][] => [[key, value], ...listNodes(value)]);
}

const listRules = (column: Node): Node[] => (column?.constraints ?? []).map(({ Constraint: rule }: Node) => rule);
const hasDefault = (column: Node) =>
  listRules(column).some(({ contype }) => /DEFAULT|IDENTITY|GENERATED/.test(contype));

/** The names of a thing: of a trigger those of its table and its own. */
function pathOf(node: Node): string {
  const { String: text, RangeVar: table, ObjectWithArgs: routine, List: list, FuncCall: call, TypeName: type } = node;
  if (text) return text.sval;
  if (table) return table.relname;
  const items: Node[] = routine?.objname ?? list?.items ?? call?.funcname ?? type?.names ?? [];
  return items.map((item) => item.String?.sval).join(".");
}

/** The name without its schema or table. */
const nameOf = (node: Node): string => pathOf(node).split(".").at(-1) ?? "";
