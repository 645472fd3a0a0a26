/** Query parameter `sort` of a list: one of a few words; a leading `-` means descending. */
import { z } from 'zod';
import type { Schema } from './endpoint.ts';
import { orBlank } from './fields.ts';

type Some<Word extends string> = readonly [Word, ...Word[]];
type Other<Word extends string> = Word extends `-${infer Field}` ? Field : `-${Word}`;

export const isDescending = (word: string): boolean => word.startsWith('-');
/** Field of a sort word: `name` for both `name` and `-name`. */
export const sortedField = (word: string): string => (isDescending(word) ? word.slice(1) : word);

const offered = z.registry<{ words: Some<string> }>();
const either = (words: readonly string[]) => new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);

/** Schema for the sort words of a list, in the order that a column heading cycles through; the first is the default. */
export function sorted<const Words extends Some<string>>(words: Words) {
  const named = orBlank(z.enum(words, { error: () => `A sort is ${either(words)}` }));
  const schema = named
    .transform((sort): Words[number] => sort ?? words[0])
    .meta({ description: `\`-\` means descending; default: ${words[0]}` });
  offered.add(schema, { words });
  return schema;
}

const reverse = <Word extends string>(word: Word) =>
  (isDescending(word) ? sortedField(word) : `-${word}`) as Other<Word>;

/** Each word, followed by its reverse. */
export const withReverse = <const Word extends string>(...[first, ...others]: Some<Word>) =>
  [first, reverse(first), ...others.flatMap((word) => [word, reverse(word)])] as const satisfies Some<string>;

/** Sort words of a list's query, as passed to {@link sorted}; empty if it has no sorts. */
export function sortsOf(query: Schema | undefined): readonly string[] {
  const sort = query instanceof z.ZodObject ? (query.shape['sort'] as z.core.$ZodType | undefined) : undefined;
  return (sort && offered.get(sort)?.words) ?? [];
}
