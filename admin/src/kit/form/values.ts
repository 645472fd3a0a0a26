/** The values of a form, apart from any screen: what differs, which errors to show. Pure. */
import { z } from 'zod';
import { type Draft, type Field, fieldAt } from '#contract/draft.ts';
import { formatMoment, formatNumber } from '../format/formats.ts';

/** As values are typed: a number may be empty until it is written. */
export type Typed<Values> = {
  [Key in keyof Values]: number extends Values[Key] ? Values[Key] | null : Values[Key];
};

/** The part of a record that a form edits: the keys of the contract's draft schema. */
export function draftOf<S extends z.ZodObject>(schema: S, record: object): z.input<S> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key in schema.shape)) as z.input<S>;
}

/** What nothing typed yet is; a text may be '' even where it will not do, as a moment that must be there. */
function emptyOf({ kind, isNullable, choices }: Field): unknown {
  if (isNullable) return null;
  if (kind === 'choice') return choices[0]?.value;
  if (kind === 'switch') return false;
  if (kind === 'texts' || kind === 'list') return [];
  return kind === 'number' || kind === 'money' || kind === 'percent' ? null : '';
}

/** A draft before anything is typed: what the contract puts there itself, else nothing. */
export function blankOf<S extends Draft>(schema: S): Typed<z.input<S>> {
  const blank = Object.entries(schema.shape).map(([key, inner]) => {
    const field = fieldAt(schema, key);
    return [key, z.safeParse(inner, undefined).data ?? (field && emptyOf(field))];
  });
  return Object.fromEntries(blank) as Typed<z.input<S>>;
}

/** A record as a conflict needs it: the form's part of it, and its version. */
export function baselineOf<S extends z.ZodObject>(schema: S, record: { version: number } | undefined) {
  return record && { values: draftOf(schema, record), version: record.version };
}

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The keys whose values differ. */
export function differing<Values extends object>(one: Values, other: Values): (keyof Values & string)[] {
  return (Object.keys({ ...one, ...other }) as (keyof Values & string)[]).filter(
    (key) => !isSame(one[key], other[key]),
  );
}

/** Errors of fields that the person has been at; the others would scold before anything is typed. */
export function visitedErrors<Errors extends Record<string, unknown>>(
  errors: Errors,
  visited: ReadonlySet<string>,
): Partial<Errors> {
  return Object.fromEntries(Object.entries(errors).filter(([path]) => visited.has(path))) as Partial<Errors>;
}

/** The value at a path (`instructors.0.photo`); undefined where there is none. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], values);

/** What the server refused: its errors by field, and the values that they are of. */
export interface Refusal<Values> {
  errors: Record<string, string>;
  values: Values;
}

/** The errors of fields that are still as they were refused; what is no field of the form stands until any changes. */
export function standingErrors<Values>(refusal: Refusal<Values> | undefined, values: Values): Record<string, string> {
  const { errors = {}, values: refused } = refusal ?? {};
  const stands = (path: string) => {
    const value = valueAt(refused, path);
    return value === undefined ? isSame(refused, values) : isSame(value, valueAt(values, path));
  };
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stands(path)));
}

/** The server's field errors by field; its paths may say which part of the call they mean. */
export function fieldErrors(errors: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^body\./, ''), message]));
}

/** A value in words, for comparing. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? formatMoment(value) : value;
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(' · ') || '–';
  return JSON.stringify(value);
}
