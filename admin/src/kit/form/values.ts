/** Functions on form values: differences, errors, formatting. Pure. */
import { z } from 'zod';
import { type Draft, type Field, fieldAt } from '#contract/kernel/draft.ts';
import { formatMoment, formatNumber } from '../format/formats.ts';

/** Values while they are typed: numbers may be null. */
export type Typed<Values> = {
  [Key in keyof Values]: number extends Values[Key] ? Values[Key] | null : Values[Key];
};

/** Part of a record that a form edits: the keys of the contract's draft schema. */
export function draftOf<S extends z.ZodObject>(schema: S, record: object): z.input<S> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key in schema.shape)) as z.input<S>;
}

/** Empty value of a field. A text is '' even if that is invalid, as for a required moment. */
function emptyOf({ kind, isNullable, choices }: Field): unknown {
  if (isNullable) return null;
  if (kind === 'choice') return choices[0]?.value;
  if (kind === 'switch') return false;
  if (kind === 'texts' || kind === 'list') return [];
  return kind === 'number' || kind === 'money' || kind === 'percent' ? null : '';
}

/** Blank draft: defaults of the contract, otherwise empty values. */
export function blankOf<S extends Draft>(schema: S): Typed<z.input<S>> {
  const blank = Object.entries(schema.shape).map(([key, inner]) => {
    const field = fieldAt(schema, key);
    return [key, z.safeParse(inner, undefined).data ?? (field && emptyOf(field))];
  });
  return Object.fromEntries(blank) as Typed<z.input<S>>;
}

/** Baseline of a record for conflicts: the form's part of it, and its version. */
export function baselineOf<S extends z.ZodObject>(schema: S, record: { version: number } | undefined) {
  return record && { values: draftOf(schema, record), version: record.version };
}

/** Whether two JSON values are equal, including the order of keys. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Keys whose values differ. */
export function changedKeys<Values extends object>(one: Values, other: Values): (keyof Values & string)[] {
  return (Object.keys({ ...one, ...other }) as (keyof Values & string)[]).filter(
    (key) => !isSame(one[key], other[key]),
  );
}

/** Value at a path (`instructors.0.photo`); undefined if it does not exist. */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | null | undefined)?.[key], values);

/** Server errors by field, with the values that they belong to. */
export interface Refusal<Values> {
  errors: Record<string, string>;
  values: Values;
}

/** Server errors whose field is unchanged. An error of no field is kept until any value changes. */
export function remainingErrors<Values>(refusal: Refusal<Values> | undefined, values: Values): Record<string, string> {
  const { errors = {}, values: refused } = refusal ?? {};
  const stands = (path: string) => {
    const value = valueAt(refused, path);
    return value === undefined ? isSame(refused, values) : isSame(value, valueAt(values, path));
  };
  return Object.fromEntries(Object.entries(errors).filter(([path]) => stands(path)));
}

/** Maps server errors to fields; strips the `body.` prefix of their paths. */
export function fieldErrors(errors: readonly { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(errors.map(({ path, message }) => [path.replace(/^body\./, ''), message]));
}

/** Formats a value for comparison. */
export function formatForComparison(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? formatMoment(value) : value;
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(' · ') || '–';
  return JSON.stringify(value);
}
