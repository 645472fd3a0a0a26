/**
 * Input that an endpoint accepts, made from its schemas, so that a new endpoint is proved without being listed
 * anywhere.
 */
import { z } from 'zod';
import { assignments } from '#contract/assignment.ts';
import { productNames } from '#contract/discount.ts';
import { textKindOf } from '#contract/fields.ts';
import type { Endpoint } from '#contract/kernel.ts';
import { ownerOf } from '#contract/owner.ts';
import { type RecordKind, recordKinds } from '#contract/records.ts';
import type { Given, Ids } from '#shared/testing/sample.ts';

/** As it goes over the wire: before the schemas read it. */
export interface WireInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

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

/** What every name has in it. */
export const inNames = 'NAMA';
let named = 0;
/** Another each time, for a name may be one that nobody else may have; of letters and digits, for it may be a code. */
function newName(): string {
  named += 1;
  return `${inNames}${named}`;
}

const fits = (schema: z.core.$ZodType) => (value: unknown) => z.safeParse(schema, value).success;

function targetOf(schema: z.core.$ZodType, targets: Ids): string | undefined {
  const kind = ownerOf(schema);
  return kind && targets[kind];
}

/** What has fields inside, which are proved too. */
const isComposite = (schema: z.core.$ZodType) =>
  ['object', 'array', 'union'].includes((schema as z.core.$ZodTypes)._zod.def.type);

/** The wire form of a value that the schema accepts; an id is that of the record whose it says it is. */
export function valueFor(schema: z.core.$ZodType, targets: Ids): unknown {
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
      return (
        targetOf(schema, targets) ?? first(...(textKindOf(schema) === 'name' ? [newName()] : []), ...texts) ?? unnamed()
      );
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

/** What records must be like for an endpoint to take them: a discount is meant for one type of product. */
export function givenFor(entry: Endpoint): Given {
  const link = Object.values(assignments).find((one) => Object.values<unknown>(one).includes(entry));
  const type = link && Object.keys(productNames).find((one) => one === link.many || one === link.rows);
  return type ? { discount: { product_type: type } } : {};
}

/**
 * What must be there, and a body whole: the rest of a query narrows an answer. @throws Error when what it made is
 * refused: then this file has to learn something.
 */
export function validInput(entry: Endpoint, targets: Ids): WireInput {
  const part = (schema: z.ZodType | undefined) => {
    if (!schema) return undefined;
    const value = valueFor(schema, targets);
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

const kinds = Object.keys(recordKinds) as RecordKind[];

/** Ids of nothing. */
export const placeholders = Object.fromEntries(
  kinds.map((kind, index) => [kind, `01890000-0000-7000-8000-${(index + 1).toString(16).padStart(12, '0')}`]),
) as Ids;

/** The kinds of record that an input names. */
export function kindsNamedBy(entry: Endpoint): RecordKind[] {
  const text = JSON.stringify(validInput(entry, placeholders));
  return kinds.filter((kind) => text.includes(placeholders[kind]));
}
