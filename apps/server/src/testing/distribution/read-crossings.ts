import { parseSync } from "libpg-query";
import { type Distribution, distributions, tableColumns } from "./keys.ts";

// Which statements cross members, from their text: PostgreSQL's own parser reads it, and equalities that must hold
// (`and`, `on`, `in`) join columns, values and outputs of subqueries to classes. A statement stays on one server when the
// distribution keys of all its tables are in one class that holds one value. Whatever is not understood counts as not
// bound, so a statement may be listed that Citus would keep on one server, and none is missed for that reason.

// The parser's trees are data without useful types: each node is an object with one key, its kind.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Node = any;

/** What a class of equal columns is bound to. */
type Bound = "one" | "some";
type Relation = { alias: string; table?: string; columns: ReadonlyMap<string, string> | undefined; id: string };
type Scope = { relations: Relation[]; parent: Scope | undefined };
/** The columns that a query gives, in order: a name, and the class of what stands in it. */
type Outputs = { name: string; key: string }[];
type Queries = ReadonlyMap<string, Outputs>;

type Member = { table: string; key: string; isWritten: boolean };

const DML = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt", "MergeStmt"];

/** Equal columns and values, as a forest of parents. */
function openClasses() {
  const parents = new Map<string, string>();
  const bounds = new Map<string, Bound>();
  const rootOf = (key: string): string => {
    const parent = parents.get(key);
    return parent === undefined ? key : rootOf(parent);
  };
  return {
    rootOf,
    boundOf: (key: string) => bounds.get(rootOf(key)),
    bind(key: string, bound: Bound) {
      const root = rootOf(key);
      if (bounds.get(root) !== "one") bounds.set(root, bound);
    },
    join(one: string | undefined, other: string | undefined) {
      if (one === undefined || other === undefined) return;
      const [to, from] = [rootOf(one), rootOf(other)];
      if (to === from) return;
      parents.set(from, to);
      const bound = bounds.get(from);
      if (bound !== undefined && bounds.get(to) !== "one") bounds.set(to, bound);
    },
    keysOf: (key: string) => [...new Set([key, ...parents.keys()])].filter((other) => rootOf(other) === rootOf(key)),
  };
}

const textOf = (node: Node): string => node?.String?.sval ?? "";
const kindOf = (node: Node): string => Object.keys(node ?? {})[0] ?? "";

/** Whether an expression reads no column and asks no subquery, so that it is one value. */
function isValue(node: Node): boolean {
  const text = JSON.stringify(node) ?? "";
  return !/"(?:ColumnRef|SubLink)"/.test(text);
}

/**
 * Reads one statement. `valueNames` names the value behind each placeholder: equal names are equal values. Returns
 * undefined for what stays with one member or asks no distributed table, and else a line that says what crosses.
 */
export function readCrossing(text: string, valueNames: (place: number) => string): string | undefined {
  const classes = openClasses();
  const members: Member[] = [];
  let relations = 0;

  const newKey = (name: string) => {
    relations += 1;
    return `${relations}:${name}`;
  };

  const findColumn = (fields: Node[], scope: Scope | undefined): string | undefined => {
    const names = fields.map(textOf);
    const [alias, column] = names.length > 1 ? names.slice(-2) : [undefined, names[0]];
    for (let level = scope; level; level = level.parent) {
      for (const relation of level.relations) {
        if (alias !== undefined && relation.alias !== alias) continue;
        if (relation.columns === undefined) {
          if (alias !== undefined) return `${relation.id}.${column}`;
          continue;
        }
        const key = relation.columns.get(column ?? "");
        if (key !== undefined) return key;
      }
    }
    return undefined;
  };

  const keyOf = (node: Node, scope: Scope, queries: Queries): string | undefined => {
    switch (kindOf(node)) {
      case "ColumnRef":
        return findColumn(node.ColumnRef.fields, scope);
      case "TypeCast":
        return keyOf(node.TypeCast.arg, scope, queries);
      case "ParamRef": {
        const key = `value ${valueNames(node.ParamRef.number)}`;
        classes.bind(key, "one");
        return key;
      }
      case "SubLink": {
        if (node.SubLink.subLinkType !== "EXPR_SUBLINK") return undefined;
        return outputsOf(node.SubLink.subselect, scope, queries)[0]?.key;
      }
      case "CollateClause":
        return keyOf(node.CollateClause.arg, scope, queries);
      default: {
        if (node === undefined || !isValue(node)) return undefined;
        const key = newKey("value");
        classes.bind(key, "one");
        return key;
      }
    }
  };

  const equate = (one: Node, other: Node, scope: Scope, queries: Queries): void => {
    const [left, right] = [one?.RowExpr?.args, other?.RowExpr?.args];
    if (left && right) {
      for (const [index, item] of left.entries()) equate(item, right[index], scope, queries);
      return;
    }
    classes.join(keyOf(one, scope, queries), keyOf(other, scope, queries));
  };

  /** A column in a list of values or in an array. */
  const bindToList = (column: Node, list: Node, scope: Scope, queries: Queries): void => {
    const columns = column?.RowExpr?.args ?? [column];
    const items = list?.List?.items ?? list?.A_ArrayExpr?.elements;
    if (items && !isValue(list)) return;
    if (!items && !isValue(list)) return;
    for (const [index, item] of columns.entries()) {
      const key = keyOf(item, scope, queries);
      if (key === undefined) continue;
      const first = items?.length === 1 ? (items[0].RowExpr?.args?.[index] ?? items[0]) : undefined;
      if (first) classes.join(key, keyOf(first, scope, queries));
      else classes.bind(key, "some");
    }
  };

  /** The columns that each arm of an `or` binds to a value. */
  const boundColumns = (node: Node, scope: Scope, queries: Queries): Set<string> => {
    const conditions = node?.BoolExpr?.boolop === "AND_EXPR" ? node.BoolExpr.args : [node];
    const found = new Set<string>();
    for (const { A_Expr: expression } of conditions) {
      if (textOf(expression?.name?.[0]) !== "=") continue;
      for (const [side, other] of [
        [expression.lexpr, expression.rexpr],
        [expression.rexpr, expression.lexpr],
      ]) {
        const pairs = (side?.RowExpr?.args ?? [side]).map((item: Node, index: number) => [
          item,
          other?.RowExpr?.args?.[index] ?? other,
        ]);
        for (const [item, value] of pairs) {
          if (kindOf(item) !== "ColumnRef" || value === undefined) continue;
          const ownKey = keyOf(value, scope, queries);
          if (!isValue(value) && (ownKey === undefined || classes.boundOf(ownKey) === undefined)) continue;
          const key = findColumn(item.ColumnRef.fields, scope);
          if (key !== undefined) found.add(key);
        }
      }
    }
    return found;
  };

  const addConditions = (node: Node, scope: Scope, queries: Queries): void => {
    if (node?.BoolExpr?.boolop === "AND_EXPR") {
      for (const part of node.BoolExpr.args) addConditions(part, scope, queries);
      return;
    }
    if (node?.BoolExpr?.boolop === "OR_EXPR") {
      const [first, ...others] = node.BoolExpr.args.map((arm: Node) => boundColumns(arm, scope, queries));
      for (const key of first ?? []) {
        if (others.every((other: Set<string>) => other.has(key))) classes.bind(key, "some");
      }
      return;
    }
    const expression = node?.A_Expr;
    const operator = textOf(expression?.name?.[0]);
    if (expression && operator === "=") {
      if (expression.kind === "AEXPR_OP" || expression.kind === "AEXPR_NOT_DISTINCT")
        equate(expression.lexpr, expression.rexpr, scope, queries);
      if (expression.kind === "AEXPR_OP_ANY" || expression.kind === "AEXPR_IN")
        bindToList(expression.lexpr, expression.rexpr, scope, queries);
      return;
    }
    if (node?.SubLink?.subLinkType === "ANY_SUBLINK") {
      const outputs = outputsOf(node.SubLink.subselect, scope, queries);
      const columns = node.SubLink.testexpr?.RowExpr?.args ?? [node.SubLink.testexpr];
      for (const [index, column] of columns.entries()) classes.join(keyOf(column, scope, queries), outputs[index]?.key);
    }
  };

  /** Reads the subqueries that stand in expressions. */
  const addSubqueries = (node: Node, scope: Scope, queries: Queries): void => {
    if (Array.isArray(node)) {
      for (const item of node) addSubqueries(item, scope, queries);
      return;
    }
    if (node === null || typeof node !== "object") return;
    for (const [kind, value] of Object.entries<Node>(node)) {
      if (kind === "SubLink") {
        outputsOf(value.subselect, scope, queries);
        addSubqueries(value.testexpr, scope, queries);
      } else if (!DML.includes(kind)) addSubqueries(value, scope, queries);
    }
  };

  const addTable = (name: string, alias: string, scope: Scope, isWritten: boolean): Relation => {
    relations += 1;
    const id = `${relations}:${alias}`;
    const columns = new Map([...(tableColumns.get(name) ?? [])].map((column) => [column, `${id}.${column}`]));
    const relation = { alias, table: name, columns: tableColumns.has(name) ? columns : undefined, id };
    scope.relations.push(relation);
    const own = distributions.get(name);
    if (own && "by" in own)
      members.push({ table: name, key: own.missing ? newKey("missing") : `${id}.${own.by}`, isWritten });
    return relation;
  };

  const addOutputs = (outputs: Outputs, alias: Node, scope: Scope): void => {
    const names = (alias?.colnames ?? []).map(textOf);
    const columns = new Map(outputs.map(({ name, key }, index) => [names[index] ?? name, key]));
    scope.relations.push({ alias: alias?.aliasname ?? "", columns, id: newKey("query") });
  };

  const addFrom = (item: Node, scope: Scope, queries: Queries, isWritten = false): void => {
    switch (kindOf(item)) {
      case "RangeVar": {
        const { relname, alias, schemaname } = item.RangeVar;
        const query = schemaname === undefined ? queries.get(relname) : undefined;
        if (query) addOutputs(query, alias ?? { aliasname: relname }, scope);
        else
          addTable(schemaname && schemaname !== "public" ? "" : relname, alias?.aliasname ?? relname, scope, isWritten);
        return;
      }
      case "JoinExpr": {
        const { larg, rarg, quals, usingClause } = item.JoinExpr;
        addFrom(larg, scope, queries);
        addFrom(rarg, scope, queries);
        for (const name of (usingClause ?? []).map(textOf)) {
          const keys = scope.relations.flatMap(({ columns }) => columns?.get(name) ?? []);
          for (const key of keys) classes.join(keys[0], key);
        }
        if (quals) {
          addConditions(quals, scope, queries);
          addSubqueries(quals, scope, queries);
        }
        return;
      }
      case "RangeSubselect": {
        const { subquery, alias } = item.RangeSubselect;
        addOutputs(outputsOf(subquery, scope, queries), alias, scope);
        return;
      }
      case "RangeFunction": {
        const { functions, alias, coldeflist } = item.RangeFunction;
        const names = [
          ...(alias?.colnames ?? []).map(textOf),
          ...(coldeflist ?? []).map((column: Node) => column.ColumnDef?.colname ?? ""),
        ];
        const isGiven = isValue(functions);
        addSubqueries(functions, scope, queries);
        const outputs = (names.length > 0 ? names : [alias?.aliasname ?? ""]).map((name) => ({
          name,
          key: newKey(name),
        }));
        if (isGiven) for (const { key } of outputs) classes.bind(key, "some");
        addOutputs(outputs, { aliasname: alias?.aliasname }, scope);
        return;
      }
      case "RangeTableSample":
        addFrom(item.RangeTableSample.relation, scope, queries);
    }
  };

  const targetsOf = (targets: Node[], scope: Scope, queries: Queries): Outputs =>
    (targets ?? []).flatMap(({ ResTarget: { name, val } }: Node): Outputs => {
      const fields: Node[] = val?.ColumnRef?.fields ?? [];
      if (kindOf(fields.at(-1)) === "A_Star") {
        const alias = fields.length > 1 ? textOf(fields.at(-2)) : undefined;
        return scope.relations
          .filter((relation) => alias === undefined || relation.alias === alias)
          .flatMap(({ columns }) => [...(columns ?? [])].map(([column, key]) => ({ name: column, key })));
      }
      const ownName = name ?? textOf(fields.at(-1)) ?? "";
      return [
        {
          name: ownName || textOf(val?.FuncCall?.funcname?.at(-1)),
          key: keyOf(val, scope, queries) ?? newKey(ownName),
        },
      ];
    });

  const withQueries = (clause: Node, scope: Scope | undefined, queries: Queries): Queries => {
    const all = new Map(queries);
    for (const { CommonTableExpr: query } of clause?.ctes ?? []) {
      if (clause.recursive) all.set(query.ctename, []);
      const outputs = outputsOf(query.ctequery, scope, all);
      const names = (query.aliascolnames ?? []).map(textOf);
      all.set(
        query.ctename,
        outputs.map(({ name, key }, index) => ({ name: names[index] ?? name, key })),
      );
    }
    return all;
  };

  const known = new Map<Node, Outputs>();
  const outputsOf = (node: Node, parent: Scope | undefined, queries: Queries): Outputs => {
    const found = known.get(node);
    if (found) return found;
    const outputs = readQuery(node, parent, queries);
    known.set(node, outputs);
    return outputs;
  };

  const readQuery = (node: Node, parent: Scope | undefined, outer: Queries): Outputs => {
    const kind = kindOf(node);
    const query = node[kind];
    const queries = withQueries(query.withClause, parent, outer);
    const scope: Scope = { relations: [], parent };
    const finish = (targets: Node[], ...expressions: Node[]) => {
      addSubqueries([targets, ...expressions], scope, queries);
      return targetsOf(targets, scope, queries);
    };
    switch (kind) {
      case "SelectStmt": {
        if (query.op && query.op !== "SETOP_NONE") {
          const arms = [query.larg, query.rarg].map((arm) => outputsOf({ SelectStmt: arm }, parent, queries));
          // A value that all arms of a union bind is bound; which of them it is, is not known.
          return (arms[0] ?? []).map(({ name, key }, index) => {
            const [one, other] = [classes.boundOf(key), classes.boundOf(arms[1]?.[index]?.key ?? "")];
            const own = classes.rootOf(key) === classes.rootOf(arms[1]?.[index]?.key ?? "") ? key : newKey(name);
            if (one !== undefined && other !== undefined && own !== key) classes.bind(own, "some");
            return { name, key: own };
          });
        }
        if (query.valuesLists) {
          const rows: Node[][] = query.valuesLists.map((row: Node) => row.List.items);
          addSubqueries(rows, { relations: [], parent }, queries);
          return (rows[0] ?? []).map((item, index) => {
            const name = `column${index + 1}`;
            if (rows.length === 1)
              return { name, key: keyOf(item, { relations: [], parent }, queries) ?? newKey(name) };
            const key = newKey(name);
            if (rows.every((row) => isValue(row[index]))) classes.bind(key, "some");
            return { name, key };
          });
        }
        for (const item of query.fromClause ?? []) addFrom(item, scope, queries);
        addConditions(query.whereClause, scope, queries);
        return finish(query.targetList, query.whereClause, query.havingClause, query.sortClause, query.groupClause);
      }
      case "UpdateStmt":
      case "DeleteStmt": {
        addFrom({ RangeVar: query.relation }, scope, queries, true);
        for (const item of query.fromClause ?? query.usingClause ?? []) addFrom(item, scope, queries);
        addConditions(query.whereClause, scope, queries);
        addSubqueries([query.whereClause, kind === "UpdateStmt" ? query.targetList : []], scope, queries);
        return finish(query.returningClause?.exprs ?? query.returningList ?? []);
      }
      case "InsertStmt": {
        addFrom({ RangeVar: query.relation }, scope, queries, true);
        const columns: string[] = (query.cols ?? []).map((column: Node) => column.ResTarget.name);
        const given = query.selectStmt ? outputsOf(query.selectStmt, parent, queries) : [];
        for (const [index, column] of columns.entries())
          classes.join(scope.relations[0]?.columns?.get(column), given[index]?.key);
        return finish(query.returningClause?.exprs ?? query.returningList ?? [], query.onConflictClause);
      }
      case "MergeStmt": {
        addFrom({ RangeVar: query.relation }, scope, queries, true);
        addFrom(query.sourceRelation, scope, queries);
        addConditions(query.joinCondition, scope, queries);
        return finish(query.returningClause?.exprs ?? [], query.joinCondition, query.mergeWhenClauses);
      }
      default:
        return [];
    }
  };

  for (const { stmt } of parseSync(text).stmts ?? [])
    if (DML.includes(kindOf(stmt))) outputsOf(stmt, undefined, new Map());
  return describe(members, classes);
}

/** The line of a statement that crosses; undefined for one that stays with one member. */
function describe(members: Member[], classes: ReturnType<typeof openClasses>): string | undefined {
  const groups = Map.groupBy(members, ({ key }) => classes.rootOf(key));
  const [only] = groups.values();
  if (!only || (groups.size === 1 && classes.boundOf(only[0]?.key ?? "") === "one")) return undefined;
  const lines = [...groups.values()].map((group) => {
    const names = [...new Set(group.map(({ table, isWritten }) => `${table}${isWritten ? "!" : ""}`))].toSorted();
    return `${names.join(", ")} of ${whoseOf(group[0]?.key ?? "", classes)}`;
  });
  // How often a group comes depends on how many tabs or words a search has; that there is a second member does not.
  const sorted = lines.toSorted().filter((line, index, all) => line !== all[index - (line.endsWith(ONE) ? 2 : 1)]);
  const isSecond = (index: number) => sorted.slice(0, index).some((line) => line.endsWith(ONE));
  return sorted.map((line, index) => (isSecond(index) ? line.replace(ONE, "another") : line)).join("; ");
}

const ONE = "one member";

/** Whose rows these are: of a value, of some, of those whom another column names, or of everybody. */
function whoseOf(key: string, classes: ReturnType<typeof openClasses>): string {
  const bound = classes.boundOf(key);
  if (bound === "one") return ONE;
  const names = classes
    .keysOf(key)
    .flatMap((other) => {
      const [, column = ""] = /^\d+:\w+\.(\w+)$/.exec(other) ?? [];
      return column === "" ? [] : [column];
    })
    .filter((column) => !KEY_COLUMNS.has(column));
  if (names.length > 0) return `those in ${[...new Set(names)].toSorted().join(" = ")}`;
  return bound === "some" ? "some members" : "all members";
}

const KEY_COLUMNS = new Set([...distributions.values()].flatMap((one: Distribution) => ("by" in one ? [one.by] : [])));
