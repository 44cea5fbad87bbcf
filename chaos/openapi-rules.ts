type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
};
type Content = Record<string, { schema?: Schema }>;
type Operation = {
  parameters?: { name: string; in?: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};

/** The description of its calls that each process serves, as far as it is compared. */
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/**
 * What pages of one release would miss at a process of the next: calls, inputs that they send, and answers that they
 * read. The next release may take and answer more.
 */
export function findLosses(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const where = `${method.toUpperCase()} ${path}`;
      const next = after.paths[path]?.[method];
      if (!next) return [`${where} is gone`];
      return [
        ...findRefused(inputOf(operation), inputOf(next), where),
        ...findUnanswered(answerOf(operation), answerOf(next), where),
      ];
    }),
  );
}

/** Everything that a page sends, as one object. Its browser sets the headers. */
function inputOf({ parameters: all = [], requestBody }: Operation): Schema {
  const parameters = all.filter((parameter) => parameter.in !== "header");
  const ofAddress = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const content = Object.values(requestBody?.content ?? {})[0]?.schema;
  return { properties: { ...ofAddress, ...(content && { body: content }) }, required, additionalProperties: false };
}

const answerOf = ({ responses }: Operation): Schema => Object.values(responses["200"]?.content ?? {})[0]?.schema ?? {};

function findRefused(before: Schema, after: Schema, where: string): string[] {
  const demanded = (after.required ?? []).filter((name) => !before.required?.includes(name));
  const droppedNames = Object.keys(before.properties ?? {}).filter(
    (name) => after.properties && !after.properties[name] && after.additionalProperties === false,
  );
  const refusedValues = (after.enum && before.enum?.filter((value) => !after.enum?.includes(value))) ?? [];
  return [
    ...demanded.map((name) => `${where} demands ${name}`),
    ...droppedNames.map((name) => `${where} takes no ${name} any more`),
    ...refusedValues.map((value) => `${where} takes no ${JSON.stringify(value)} any more`),
    ...listParts(before, after).flatMap(([name, one, next]) => findRefused(one, next, `${where} ${name}`)),
  ];
}

function findUnanswered(before: Schema, after: Schema, where: string): string[] {
  const lostNames = (before.required ?? []).filter((name) => !after.required?.includes(name));
  return [
    ...lostNames.map((name) => `${where} answers no ${name} any more`),
    ...listParts(before, after).flatMap(([name, one, next]) => findUnanswered(one, next, `${where} ${name}`)),
  ];
}

/** The parts that both schemas have: properties, items, and alternatives, where there are as many. */
function listParts(before: Schema, after: Schema): [name: string, before: Schema, after: Schema][] {
  const parts: [string, Schema, Schema][] = [];
  for (const [name, schema] of Object.entries(before.properties ?? {})) {
    const next = after.properties?.[name];
    if (next) parts.push([name, schema, next]);
  }
  if (before.items && after.items) parts.push(["[]", before.items, after.items]);
  if (before.anyOf?.length === after.anyOf?.length) {
    for (const [at, schema] of (before.anyOf ?? []).entries()) {
      const next = after.anyOf?.[at];
      if (next) parts.push(["or", schema, next]);
    }
  }
  return parts;
}
