/**
 * Input that an endpoint accepts, made from its schemas, so that a new endpoint is proved without being listed
 * anywhere.
 */
import { z } from 'zod';
import type { Endpoint } from '#contract/kernel.ts';
import type { Kind } from './sample.ts';

/** As it goes over the wire: before the schemas read it. */
export interface WireInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A record of each kind, for the ids of an input. */
export type Targets = Record<Kind, string>;

/** What `:id` is the id of. */
const kindsOfUrl: [prefix: string, kind: Kind][] = [
  ['/admin/user/course/:id', 'course'],
  ['/admin/user/:id', 'user'],
  ['/admin/course/:id', 'course'],
  ['/admin/discount/:id', 'discount'],
  ['/admin/orders/:id', 'order'],
  ['/admin/upload/:id', 'upload'],
];
/** What the ids under a key are the ids of. */
const kindsOfKey: Record<string, Kind> = {
  course_ids: 'course',
  path_ids: 'learning_path',
  userId: 'user',
  userID: 'user',
  actor: 'user',
};

const texts = [
  'MORNING',
  'contoh@sample.test',
  '2026-01-02',
  '2026-01-02T03:04:05Z',
  'https://sample.test/a',
  'kuda-terbang-9',
  'application/pdf',
];
const numbers = [1, 0];

const fits = (schema: z.core.$ZodType) => (value: unknown) => z.safeParse(schema, value).success;

/** The wire form of a value that the schema accepts; `kind` tells what an id in it stands for. */
function valueFor(schema: z.core.$ZodType, targets: Targets, kind: Kind): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const first = (...values: unknown[]) => values.find(fits(schema));
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, inner]) => [key, valueFor(inner, targets, kindsOfKey[key] ?? kind)]),
      );
    case 'array':
      return [valueFor(def.element, targets, kind)];
    case 'optional':
    case 'default':
      return valueFor(def.innerType, targets, kind);
    case 'nullable':
      return null;
    case 'pipe':
      return first(valueFor(def.in, targets, kind), ...texts);
    case 'union':
      return first(...def.options.map((option) => valueFor(option, targets, kind)));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'boolean':
      return false;
    case 'number':
      return first(...numbers);
    case 'string':
      return first(...texts, targets[kind]);
    default:
      throw new Error(`No example of a ${def.type} yet`);
  }
}

/** The fields that a schema reads, whatever is made of them afterwards; of a union, all of them. */
export function shapeOf(schema: z.core.$ZodType | undefined): [key: string, schema: z.core.$ZodType][] {
  if (!schema) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  if (def.type === 'pipe') return shapeOf(def.in);
  return def.type === 'union' ? def.options.flatMap(shapeOf) : [];
}

/**
 * What must be there, and a body whole: the rest of a query narrows an answer. @throws Error when what it made is
 * refused: then this file has to learn something.
 */
export function validInput(entry: Endpoint, targets: Targets): WireInput {
  const kind = kindsOfUrl.find(([prefix]) => entry.url.startsWith(prefix))?.[1] ?? 'user';
  const part = (schema: z.ZodType | undefined) => {
    if (!schema) return undefined;
    const value = valueFor(schema, targets, kind);
    z.parse(schema, value);
    return value;
  };
  const words = (value: unknown) =>
    Object.fromEntries(Object.entries(value ?? {}).map(([key, word]) => [key, String(word)]));
  const query = shapeOf(entry.query).filter(([, schema]) => !fits(schema)(undefined));
  return {
    params: words(part(entry.params)),
    query: words(part(z.object(Object.fromEntries(query)))),
    body: part(entry.body),
  };
}

/** Ids of nothing. */
export const placeholders: Targets = {
  user: '01890000-0000-7000-8000-000000000001',
  course: '01890000-0000-7000-8000-000000000002',
  discount: '01890000-0000-7000-8000-000000000003',
  learning_path: '01890000-0000-7000-8000-000000000004',
  order: '01890000-0000-7000-8000-000000000005',
  upload: '01890000-0000-7000-8000-000000000006',
};

/** The kinds of record that an input names, in its path or its body. */
export function kindsNamedBy(entry: Endpoint, where: 'params' | 'body' | 'anywhere' = 'anywhere'): Kind[] {
  const input = validInput(entry, placeholders);
  const text = JSON.stringify(where === 'anywhere' ? input : (input[where] ?? null));
  return (Object.keys(placeholders) as Kind[]).filter((kind) => text.includes(placeholders[kind]));
}
