/** The query parameter `sort` of a list: one of a few words, where `-` before a field reads it falling. */
import { z } from 'zod';
import type { Schema } from './kernel.ts';
import { orBlank } from './fields.ts';

type Some<Word extends string> = readonly [Word, ...Word[]];
type Other<Word extends string> = Word extends `-${infer Field}` ? Field : `-${Word}`;

export const isFalling = (word: string): boolean => word.startsWith('-');
/** `name`, of `name` and of `-name`. */
export const sortedField = (word: string): string => (isFalling(word) ? word.slice(1) : word);

const offered = z.registry<{ words: Some<string> }>();
const conjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** In the order in which a heading offers the words of its field; the first of all is in force unless another is said. */
export function sorted<const Word extends string>(words: Some<Word>) {
  const named = orBlank(z.enum(words, `A sort is ${conjunction.format(words)}`));
  const schema = named
    .transform((sort): Word => sort ?? words[0])
    .meta({ description: `\`-\` is falling; ${words[0]} unless another is said` });
  offered.add(schema, { words });
  return schema;
}

/** Each of these, and then its field the other way round. */
export const bothWays = <const Word extends string>(...words: Some<Word>) =>
  words.flatMap((word) => [word, isFalling(word) ? sortedField(word) : `-${word}`]) as unknown as Some<
    Word | Other<Word>
  >;

/** The words that a list's query takes, as {@link sorted} was given them; none where it has no sorts. */
export function sortsOf(query: Schema | undefined): readonly string[] {
  const sort = query instanceof z.ZodObject ? (query.shape['sort'] as z.core.$ZodType | undefined) : undefined;
  return (sort && offered.get(sort)?.words) ?? [];
}
