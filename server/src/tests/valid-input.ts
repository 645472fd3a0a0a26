/**
 * Input that an endpoint accepts, made from its schemas, so that a new endpoint is proved without being listed
 * anywhere.
 */
import { z } from 'zod';
import { assignments } from '#contract/assignment.ts';
import type { Endpoint } from '#contract/kernel.ts';
import { ownerOf } from '#contract/owner.ts';
import type { RecordKind } from '#contract/records.ts';
import type { Kind } from '#shared/testing/sample.ts';

/** As it goes over the wire: before the schemas read it. */
export interface WireInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** A record of each kind, for the ids of an input. */
export type Targets = Record<Kind, string>;

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

/** What is made where the contract leaves the kind open. */
const samples: Partial<Record<RecordKind, Kind>> = { 'section-item': 'lesson' };

/** The kind of record that an id of the contract stands for, if it says so. */
export function kindNamedBy(schema: z.core.$ZodType): Kind | undefined {
  const owner = ownerOf(schema);
  if (!owner) return undefined;
  const kind = samples[owner] ?? owner.replaceAll('-', '_');
  if (!(kind in placeholders)) throw new Error(`sample.ts makes no ${owner} yet`);
  return kind as Kind;
}

function targetOf(schema: z.core.$ZodType, targets: Targets): string | undefined {
  const kind = kindNamedBy(schema);
  return kind && targets[kind];
}

/** What has fields inside, which are proved too. */
const isComposite = (schema: z.core.$ZodType) =>
  ['object', 'array', 'union'].includes((schema as z.core.$ZodTypes)._zod.def.type);

/** The wire form of a value that the schema accepts; an id is that of the record whose it says it is. */
export function valueFor(schema: z.core.$ZodType, targets: Targets): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const first = (...values: unknown[]) => values.find(fits(schema));
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, inner]) => [key, valueFor(inner, targets)]));
    case 'array':
      return [valueFor(def.element, targets)];
    case 'optional':
    case 'default':
      return valueFor(def.innerType, targets);
    case 'nullable':
      return isComposite(def.innerType) ? valueFor(def.innerType, targets) : null;
    case 'pipe':
      return first(valueFor(def.in, targets), ...texts);
    case 'union':
      return first(...def.options.map((option) => valueFor(option, targets)));
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    case 'boolean':
      return false;
    case 'number':
      return first(...numbers);
    case 'string':
      return targetOf(schema, targets) ?? first(...texts) ?? unnamed();
    default:
      throw new Error(`No example of a ${def.type} yet`);
  }
}

function unnamed(): never {
  throw new Error('A text that no example fits: an id says whose it is (idOf), other texts want an example here');
}

/** The fields that a schema reads, whatever is made of them afterwards; of a union, all of them. */
export function shapeOf(schema: z.core.$ZodType | undefined): [key: string, schema: z.core.$ZodType][] {
  if (!schema) return [];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return Object.entries(def.shape);
  if (def.type === 'pipe') return shapeOf(def.in);
  return def.type === 'union' ? def.options.flatMap(shapeOf) : [];
}

/** A discount is for one type of product: one that is assigned to paths is another than the rest of the sample has. */
function fitting(entry: Endpoint, targets: Targets): Targets {
  const isOfPaths = Object.values(assignments).some(
    ({ record, list, assign, unassign }) =>
      record === 'learning-path' && [list, assign, unassign].some((one: Endpoint) => one === entry),
  );
  return isOfPaths ? { ...targets, discount: targets.path_discount } : targets;
}

/**
 * What must be there, and a body whole: the rest of a query narrows an answer. @throws Error when what it made is
 * refused: then this file has to learn something.
 */
export function validInput(entry: Endpoint, targets: Targets): WireInput {
  const part = (schema: z.ZodType | undefined) => {
    if (!schema) return undefined;
    const value = valueFor(schema, fitting(entry, targets));
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
  section: '01890000-0000-7000-8000-000000000006',
  lesson: '01890000-0000-7000-8000-000000000007',
  discount: '01890000-0000-7000-8000-000000000003',
  path_discount: '01890000-0000-7000-8000-000000000008',
  learning_path: '01890000-0000-7000-8000-000000000004',
  order: '01890000-0000-7000-8000-000000000005',
  upload: '01890000-0000-7000-8000-000000000009',
  job: '01890000-0000-7000-8000-00000000000a',
};

/** The kinds of record that an input names. */
export function kindsNamedBy(entry: Endpoint): Kind[] {
  const text = JSON.stringify(validInput(entry, placeholders));
  return (Object.keys(placeholders) as Kind[]).filter((kind) => text.includes(placeholders[kind]));
}
