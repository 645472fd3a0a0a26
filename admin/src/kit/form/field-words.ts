/** Formats field values for histories and conflicts. Pure functions. */
import { fieldsOf, type Draft, type Field } from '#contract/kernel/draft.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { textOfHtml } from '../format/html-text.ts';
import type { TrailWords } from '../record/history-words.ts';
import { type ValueWords, textOf } from './value-words.ts';
import { formatForComparison } from './values.ts';

const namesOf = (list: readonly object[]) => list.map((one) => String(Object.values(one)[0])).join(' · ') || '–';

/** Formatter of a non-null value; undefined: default format. */
function formatterOf({ kind, choices, none }: Field): ValueWords | undefined {
  if (kind === 'money') return formatMoney;
  if (kind === 'percent') return (value: number) => `${value}%`;
  if (kind === 'list') return namesOf;
  if (kind === 'richText') return (value: string) => textOfHtml(value) || '–';
  if (kind !== 'choice') return undefined;
  return Object.fromEntries([['null', none ?? '–'], ...choices.map(({ value, label }) => [String(value), label])]);
}

/** Text of a value for comparison, as its field shows it. */
export function formatValue(value: unknown, field: Field | undefined): string {
  return textOf(field && formatterOf(field), value) ?? formatForComparison(value);
}

/** Labels and value formats of a draft's fields for its history, extended by `more`. */
export function trailWords(draft: Draft, ...more: readonly (TrailWords | undefined)[]): TrailWords {
  const fields = Object.entries(fieldsOf(draft) as Record<string, Field>);
  // Columns that reference another table have this suffix.
  const labels = fields.flatMap(([key, { label }]) => [
    [key, label],
    [`${key}Id`, label],
  ]);
  const words = fields.flatMap(([key, field]) => {
    const formatter = formatterOf(field);
    return formatter ? [[key, formatter] as const] : [];
  });
  const own: TrailWords = { labels: Object.fromEntries(labels), words: Object.fromEntries(words) };
  return more.reduce<TrailWords>(
    (all, extra) => ({
      labels: { ...all.labels, ...extra?.labels },
      words: { ...all.words, ...extra?.words },
      parts: { ...all.parts, ...extra?.parts },
    }),
    own,
  );
}
