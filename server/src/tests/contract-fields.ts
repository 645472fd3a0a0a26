/**
 * Lists every field that an endpoint reads, with path and kind, from the contract's schemas, so that new fields are
 * tested automatically.
 */
import type { z } from 'zod';
import { type TextKind, textKindOf } from '#contract/kernel/fields.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';

export type Kind = TextKind | 'number' | 'id' | 'day' | 'moment' | 'choice' | 'boolean' | 'list' | 'object';
export type Part = 'params' | 'query' | 'body';
/** Keys from outside to inside; `0` stands for an element of a list. */
export type Path = readonly string[];

/** Chosen option of the union at `path`. */
interface Chosen {
  path: Path;
  option: z.core.$ZodType;
}

/** Field that an endpoint reads, with the values that its schema declares as valid. */
export interface ContractField {
  part: Part;
  path: Path;
  /** Undefined for kinds that the tests do not know. */
  kind: Kind | undefined;
  schema: z.core.$ZodType;
  chosen: readonly Chosen[];
  /** Whether it may be omitted, null, blank ('' counts as empty), or a number in digits. */
  mayBe: { missing: boolean; null: boolean; blank: boolean; digits?: boolean };
  /** Characters of a text, elements of a list, or bounds of a number; undefined if not declared. */
  min: number | undefined;
  max: number | undefined;
  /** Values of a choice. */
  choices: readonly unknown[];
}

type Place = Pick<ContractField, 'part' | 'path' | 'chosen' | 'mayBe'>;
const required = { missing: false, null: false, blank: false };

const defOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def;

/** Limits that a schema declares; zod's own limits for integers do not count. */
function limitsOf(schema: z.core.$ZodType) {
  const checks = ((defOf(schema).checks ?? []) as z.core.$ZodChecks[]).map(({ _zod }) => _zod.def);
  const found = checks.flatMap((check): { min?: number; max?: number }[] => {
    if (check.check === 'min_length') return [{ min: check.minimum }];
    if (check.check === 'max_length') return [{ max: check.maximum }];
    if (check.check === 'greater_than') return [{ min: Number(check.value) + (check.inclusive ? 0 : 1) }];
    return check.check === 'less_than' ? [{ max: Number(check.value) - (check.inclusive ? 0 : 1) }] : [];
  });
  return Object.assign({ min: undefined, max: undefined }, ...found) as Pick<ContractField, 'min' | 'max'>;
}

const formats: Record<string, Kind> = { uuid: 'id', date: 'day', datetime: 'moment', safeint: 'number' };

function kindOf(schema: z.core.$ZodType): Kind | undefined {
  const def = defOf(schema);
  const { format } = schema as { format?: string | null };
  if (def.type === 'string') return textKindOf(schema) ?? formats[format ?? ''];
  if (def.type === 'number') return formats[format ?? ''];
  if (def.type === 'enum' || def.type === 'literal') return 'choice';
  if (def.type === 'array') return 'list';
  // An object that keeps unnamed keys has unknown fields.
  if (def.type === 'object') return def.catchall && defOf(def.catchall).type !== 'never' ? undefined : 'object';
  return def.type === 'boolean' ? 'boolean' : undefined;
}

function choicesOf(schema: z.core.$ZodType): unknown[] {
  const def = defOf(schema);
  return def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? [...def.values] : [];
}

const field = (schema: z.core.$ZodType, place: Place): ContractField => ({
  ...place,
  kind: kindOf(schema),
  schema,
  ...limitsOf(schema),
  choices: choicesOf(schema),
});

/** Option that reads '' as empty (`orBlank`). */
function isBlank(option: z.core.$ZodType): boolean {
  const def = defOf(option);
  return def.type === 'pipe' ? isBlank(def.in) : choicesOf(option).includes('') && choicesOf(option).length === 1;
}

/** Option that converts digits to a number. */
function isDigits(option: z.core.$ZodType): boolean {
  const def = defOf(option);
  return def.type === 'pipe' && kindOf(def.out) === 'number' && defOf(def.in).type === 'pipe';
}

function ofUnion(options: readonly z.core.$ZodType[], place: Place): ContractField[] {
  const some = options.filter((option) => !isBlank(option) && !isDigits(option));
  const mayBe = { ...place.mayBe, blank: options.some(isBlank), ...(options.some(isDigits) && { digits: true }) };
  const choices = some.flatMap(choicesOf);
  if (some.length === 1) return fieldsIn(some[0]!, { ...place, mayBe });
  if (some.every((option) => kindOf(option) === 'choice'))
    return [{ ...field(some[0]!, { ...place, mayBe }), choices }];
  return some.flatMap((option) =>
    fieldsIn(option, { ...place, mayBe, chosen: [...place.chosen, { path: place.path, option }] }),
  );
}

/** Field of a schema, and the fields inside it. */
function fieldsIn(schema: z.core.$ZodType, place: Place): ContractField[] {
  const def = defOf(schema);
  const inside = (key: string, inner: z.core.$ZodType) =>
    fieldsIn(inner, { ...place, path: [...place.path, key], mayBe: required });
  switch (def.type) {
    case 'optional':
    case 'default':
      return fieldsIn(def.innerType, { ...place, mayBe: { ...place.mayBe, missing: true } });
    case 'nullable':
      return fieldsIn(def.innerType, { ...place, mayBe: { ...place.mayBe, null: true } });
    case 'pipe':
      return fieldsIn(def.in, place);
    case 'union':
      return ofUnion(def.options, place);
    case 'array':
      return [field(schema, place), ...inside('0', def.element)];
    case 'object':
      return [field(schema, place), ...Object.entries(def.shape).flatMap(([key, inner]) => inside(key, inner))];
    default:
      return [field(schema, place)];
  }
}

/** Every field of an endpoint. The params and query objects are no fields themselves, because a URL always has them. */
export function fieldsOf(entry: Endpoint): ContractField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = entry[part];
    if (!schema) return [];
    const fields = fieldsIn(schema, { part, path: [], chosen: [], mayBe: required });
    return part === 'body' && !entry.filePart ? fields : fields.filter(({ path }) => path.length > 0);
  });
}

export const nameOf = ({ part, path }: Pick<ContractField, 'part' | 'path'>) => [part, ...path].join('.');
