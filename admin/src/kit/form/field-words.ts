/** Values in the words of their fields, for histories and conflicts. Pure. */
import { fieldsOf, type Draft, type Field } from '#contract/draft.ts';
import { formatMoney } from '#contract/rupiah.ts';
import { textOfHtml } from '../format/html-text.ts';
import type { TrailWords } from '../record/history-words.ts';
import { inWords } from './values.ts';

const namesOf = (list: readonly object[]) => list.map((one) => String(Object.values(one)[0])).join(' · ') || '–';

/** How a value that is not null is said; undefined: plainly. */
function sayingOf({ kind, choices, none }: Field): NonNullable<TrailWords['words']>[string] | undefined {
  if (kind === 'money') return formatMoney;
  if (kind === 'percent') return (value: number) => `${value}%`;
  if (kind === 'list') return namesOf;
  if (kind === 'richText') return (value: string) => textOfHtml(value) || '–';
  if (kind !== 'choice') return undefined;
  return Object.fromEntries([['null', none ?? '–'], ...choices.map(({ value, label }) => [String(value), label])]);
}

export function sayValue(value: unknown, field: Field | undefined): string {
  const saying = field && sayingOf(field);
  if (typeof saying === 'object') return saying[String(value)] ?? inWords(value);
  return saying && value !== null && value !== undefined ? saying(value as never) : inWords(value);
}

/** How the history of a record tells its draft's fields, and what else (`more`) is said of it. */
export function trailWords(draft: Draft, ...more: readonly (TrailWords | undefined)[]): TrailWords {
  const fields = Object.entries(fieldsOf(draft) as Record<string, Field>);
  // A column that points to another table ends so.
  const labels = fields.flatMap(([key, { label }]) => [
    [key, label],
    [`${key}Id`, label],
  ]);
  const words = fields.flatMap(([key, field]) => {
    const saying = sayingOf(field);
    return saying ? [[key, saying] as const] : [];
  });
  const own: TrailWords = { labels: Object.fromEntries(labels), words: Object.fromEntries(words) };
  return more.reduce<TrailWords>(
    (all, said) => ({ labels: { ...all.labels, ...said?.labels }, words: { ...all.words, ...said?.words } }),
    own,
  );
}
