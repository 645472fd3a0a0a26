/** Reduces the API's description to what callers depend on, and finds changes that break them. */
import { join } from 'node:path';

/** File of the last release, with an operation per line. */
export const releasedApi = join(import.meta.dirname, '../../docs/released-api.json');

/** Parts of OpenAPI and of JSON Schema that are compared. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Operation {
  operationId: string;
  parameters: { name?: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}
export interface Description {
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Value: its types, separated by `|` (`?`: may be absent), or its fields and elements (`[]`), with its types under the
 * empty key unless it is just an object or an array.
 */
type Shape = string | { [field: string]: Shape };
interface Summary {
  id: string;
  input: Shape;
  reply: Shape;
}
/** Operations by method and path. */
export type Api = Record<string, Summary>;

type Side = 'input' | 'reply';

const usualType = (shape: object) => ('[]' in shape ? 'array' : 'object');
const typesOf = (shape: Shape): string[] =>
  String(typeof shape === 'string' ? shape : (shape[''] ?? usualType(shape))).split('|');
const fieldsOf = (shape: Shape): Record<string, Shape> => {
  const { '': _, ...fields } = typeof shape === 'string' ? {} : shape;
  return fields;
};

/** Branches of a schema, which is one of them. */
const branchesOf = (schema: Schema): Schema[] => (schema.anyOf ?? schema.oneOf)?.flatMap(branchesOf) ?? [schema];

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));

/** Types of a schema without branches. The values of a choice count in input alone, since a reply may have new ones. */
function ownTypes(schema: Schema, side: Side): string[] {
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  return side === 'input' && values ? values.map(literal) : [schema.type ?? 'any'].flat();
}

function shapeOf(schema: Schema, side: Side, isOptional = false): Shape {
  const branches = branchesOf(schema);
  const types = [...new Set([...(isOptional ? ['?'] : []), ...branches.flatMap((each) => ownTypes(each, side))])].join(
    '|',
  );
  const fields: Record<string, Shape> = {};
  const elements = branches.flatMap(({ items = [] }) => items);
  if (elements.length > 0) fields['[]'] = shapeOf({ anyOf: elements }, side);
  for (const name of new Set(branches.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const holders = branches.filter(({ properties = {} }) => name in properties);
    const anyOf = holders.map(({ properties = {} }) => properties[name]!);
    fields[name] = shapeOf({ anyOf }, side, !holders.every(({ required }) => required?.includes(name)));
  }
  if (Object.keys(fields).length === 0) return types;
  return types === usualType(fields) ? fields : { '': types, ...fields };
}

function summaryOf({ operationId, parameters, requestBody, responses }: Operation): Summary {
  const known = parameters.flatMap(({ name, schema, required }) =>
    name && schema ? [{ name, schema, required }] : [],
  );
  const input: Schema = {
    type: 'object',
    properties: Object.fromEntries(known.map(({ name, schema }) => [name, schema])),
    required: known.filter(({ required }) => required).map(({ name }) => name),
  };
  for (const { schema } of Object.values(requestBody?.content ?? {})) {
    input.properties!['body'] = schema;
    if (requestBody?.required) input.required!.push('body');
  }
  const [reply = { schema: {} }] = Object.values(Object.values(responses)[0]?.content ?? {});
  return { id: operationId, input: shapeOf(input, 'input'), reply: shapeOf(reply.schema, 'reply') };
}

export const apiOf = ({ paths }: Description): Api =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        `${method.toUpperCase()} ${path}`,
        summaryOf(operation),
      ]),
    ),
  );

/** Type of a literal. */
const literalType = (type: string) => (type.startsWith("'") ? 'string' : /^-?\d/.test(type) ? 'integer' : type);
/** Whether a value of `type` has one of `types`. */
const isAmong = (type: string, types: readonly string[]) =>
  [type, literalType(type), 'any'].some((name) => types.includes(name)) ||
  (literalType(type) === 'integer' && types.includes('number'));

/** Changes of a value that break callers: input that was valid and is no longer, replies that could not be before. */
function breaksOf(side: Side, before: Shape, now: Shape, path: string): string[] {
  const [narrow, wide] = side === 'input' ? [before, now] : [now, before];
  const wrong = typesOf(narrow).filter((type) => !isAmong(type, typesOf(wide)));
  const verb = side === 'input' ? 'no longer accepts' : 'may now be';
  const own = wrong.map(
    (type) =>
      `${path} ${type === '?' && side === 'input' ? 'is now required' : `${verb} ${type === '?' ? 'absent' : type}`}`,
  );
  const [known, fields] = [fieldsOf(before), fieldsOf(now)];
  const inner = Object.entries(known).flatMap(([name, field]) => {
    const later = fields[name];
    return later === undefined ? [`${path}.${name} is gone`] : breaksOf(side, field, later, `${path}.${name}`);
  });
  const added = Object.entries(fields)
    .filter(([name, field]) => side === 'input' && !(name in known) && !typesOf(field).includes('?'))
    .map(([name]) => `${path}.${name} is new and required`);
  return [...own, ...inner, ...added];
}

/** Changes since `released` that break its callers, by operation id. */
export function breakingChanges(released: Api, current: Api): Map<string, string[]> {
  const changes = Object.entries(released).map(([call, before]): [string, string[]] => {
    const now = current[call];
    if (!now) return [before.id, [`${call} is gone`]];
    const sides: Side[] = ['input', 'reply'];
    const renamed = now.id === before.id ? [] : [`is now called ${now.id}`];
    return [before.id, [...renamed, ...sides.flatMap((side) => breaksOf(side, before[side], now[side], side))]];
  });
  return new Map(changes.filter(([, found]) => found.length > 0));
}

/** Text of {@link releasedApi}. */
export const written = (api: Api): string =>
  `{\n${Object.entries(api)
    .map(([call, summary]) => `${JSON.stringify(call)}:${JSON.stringify(summary)}`)
    .join(',\n')}\n}\n`;
