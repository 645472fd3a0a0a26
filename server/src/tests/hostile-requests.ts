/** Puts invalid values into valid input: each value alone, and every two classes of invalid values in two fields. */
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { type ContractField, type Path, fieldsOf } from './contract-fields.ts';
import { missing, mustRefuse } from './must-refuse.ts';
import { type WireInput, placeholders, valueFor } from './valid-input.ts';

export interface Hostile {
  field: ContractField;
  value: unknown;
}

type Container = Record<string, unknown>;

/** @throws Error if the path does not exist */
function inside(root: unknown, path: Path): unknown {
  return path.reduce((at, key) => {
    if (typeof at !== 'object' || at === null) throw new Error(`Valid input has nothing at ${path.join('.')}`);
    return (at as Container)[key];
  }, root);
}

function put(root: object, path: Path, value: unknown): void {
  const container = inside(root, path.slice(0, -1)) as Container;
  if (value === missing) delete container[path.at(-1)!];
  else container[path.at(-1)!] = value;
}

/** Valid input in which these fields exist, to be replaced. */
function roomFor(base: WireInput, fields: readonly ContractField[]): WireInput {
  const input = structuredClone(base);
  for (const { part, chosen } of fields)
    for (const { path, option } of chosen) put(input, [part, ...path], valueFor(option, placeholders));
  return input;
}

/** Input as sent; a list in the query becomes a repeated key. */
export function withHostile(base: WireInput, all: readonly Hostile[]): { input: WireInput; query: string } {
  const input = roomFor(
    base,
    all.map(({ field }) => field),
  );
  for (const { field, value } of all) put(input, [field.part, ...field.path], value);
  const encoded = Object.entries(input.params).map(([key, value]) => [key, encodeURIComponent(value)]);
  const query = Object.entries(input.query).flatMap(([key, value]) =>
    [value].flat().map((word): [string, string] => [key, word]),
  );
  return {
    input: { ...input, params: Object.fromEntries(encoded) as Record<string, string> },
    query: new URLSearchParams(query).toString(),
  };
}

/** Each invalid value in its field. */
export function hostileValues(entry: Endpoint, base: WireInput): Hostile[] {
  return fieldsOf(entry).flatMap((field) => {
    const isWord = field.part !== 'body' || entry.filePart !== undefined;
    const valid = field.kind === 'list' ? inside(roomFor(base, [field]), [field.part, ...field.path]) : undefined;
    return mustRefuse(field, valid, isWord).map((value) => ({ field, value }));
  });
}

/** Class of an invalid value. */
export function classOf({ field: { max }, value }: Hostile): string {
  if (typeof value !== 'string') return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
  if (value.trim() === '') return 'empty';
  if (value.includes('\0') || !value.isWellFormed()) return 'unstorable';
  return max !== undefined && value.length > max ? 'long' : 'text';
}

/** Values of one class in one field; one part of the input is invalid in one way at a time. */
type Level = Hostile[];
type Factor = Level[];

const startsWith = (path: Path, start: Path) => start.every((key, index) => path[index] === key);
const grouped = <T>(all: readonly T[], keyOf: (one: T) => string): T[][] =>
  Object.values(Object.groupBy(all, keyOf)).filter((group) => group !== undefined);

/** Factors of an object (also params and query), by key. */
function factorsOf(levels: readonly Level[], { part, path, chosen }: Pick<ContractField, 'part' | 'path' | 'chosen'>) {
  const below = levels.filter(([first]) => {
    const { field } = first!;
    const isThere = chosen.every((one) => field.chosen.some(({ option }) => option === one.option));
    return field.part === part && field.path.length > path.length && startsWith(field.path, path) && isThere;
  });
  return grouped(below, ([first]) => first!.field.path[path.length]!);
}

const isPrime = (n: number) => n > 1 && Array.from({ length: n }, (_, i) => i).every((i) => i < 2 || n % i !== 0);

/**
 * Rows that choose a level of each factor, such that every two levels of two factors that `isWanted` accepts meet in
 * one row.
 */
function* pairRows(
  sizes: readonly number[],
  isWanted: (one: number, other: number) => boolean = () => true,
): Generator<number[]> {
  let prime = Math.max(2, sizes.length, ...sizes);
  while (!isPrime(prime)) prime += 1;
  const met = new Set<number>();
  // Two lines a + b·i with different i meet once: every two levels of two columns are in exactly one row.
  for (let a = 0; a < prime; a += 1)
    for (let b = 0; b < prime; b += 1) {
      const row = sizes.map((size, i) => ((a + b * i) % prime) % size);
      const before = met.size;
      for (let i = 0; i < row.length; i += 1)
        for (let j = 0; j < i; j += 1)
          if (isWanted(i, j)) met.add(((i * sizes.length + j) * prime + row[i]!) * prime + row[j]!);
      if (met.size > before) yield row;
    }
}

/** Every two classes of invalid values of every two fields, many per request; within one field, one at a time. */
export function hostilePairs(values: readonly Hostile[]): Hostile[][] {
  const fields = [...new Set(values.map(({ field }) => field))];
  const levels = grouped(values, (one) => `${fields.indexOf(one.field)} ${classOf(one)}`);
  const [params, query] = (['params', 'query'] as const).map((part) =>
    factorsOf(levels, { part, path: [], chosen: [] }),
  ) as [Factor[], Factor[]];
  const objects = fields.filter(({ kind }) => kind === 'object').map((field) => factorsOf(levels, field));
  const roots = fields.filter(({ part, path }) => part === 'body' && path.length === 0);
  // A form is no value that a request could replace, so it is no field itself.
  const form = roots.length > 0 ? [] : factorsOf(levels, { part: 'body', path: [], chosen: [] });
  const withinAPart = [params, query, form, ...objects].flatMap((factors) => rowsOf(factors));
  const address = [...params, ...query];
  const bodies = roots.flatMap((root) => [
    [levels.filter(([first]) => first!.field === root)],
    factorsOf(levels, root),
  ]);
  const partOf = (factor: Factor) => factor[0]![0]!.field.part;
  const acrossParts = [[], ...bodies].flatMap((body) => {
    const factors = [...address, ...body].filter((factor) => factor.length > 0);
    return rowsOf(factors, (i, j) => partOf(factors[i]!) !== partOf(factors[j]!));
  });
  return [...withinAPart, ...acrossParts];
}

/** The rows as values; each row takes another value of a class. */
function rowsOf(factors: readonly Factor[], isWanted?: (one: number, other: number) => boolean): Hostile[][] {
  if (factors.length < 2) return [];
  const sizes = factors.map((levels) => levels.length);
  return [...pairRows(sizes, isWanted)].map((row, n) =>
    row.map((level, i) => {
      const values = factors[i]![level]!;
      return values[n % values.length]!;
    }),
  );
}
