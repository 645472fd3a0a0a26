/** List columns from the fields of a draft: label, width and format come from the field, and the column sorts by it. */
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type Draft, type Field, type FieldKind, fieldAt } from '#contract/kernel/draft.ts';
import { formatValue } from '../form/field-words.ts';
import { formatNumber } from '../format/formats.ts';
import { Day, Moment } from '../display/moment.tsx';
import type { Column } from './rows-table.tsx';

interface Look extends Pick<Column<never>, 'align' | 'width' | 'hiddenBelow'> {
  /** Text if there is no value. */
  empty?: string;
}

const date = { align: 'right', width: 120 } as const;
const looks: Partial<Record<FieldKind, Look>> = {
  money: { align: 'right', width: 130 },
  number: { align: 'right', width: 92 },
  percent: { align: 'right', width: 92 },
  choice: { width: 126 },
  day: date,
  moment: date,
};

function shown(value: unknown, field: Field, empty?: string): ReactNode {
  if (field.kind === 'moment') return <Moment at={value as string | null} {...(empty && { empty })} />;
  if (field.kind === 'day') return <Day at={value as string | null} {...(empty && { empty })} />;
  if (empty && (value === null || value === '')) return empty;
  return typeof value === 'number' && field.kind === 'number' ? formatNumber(value) : formatValue(value, field);
}

/**
 * Creates columns of a draft: `const column = fieldColumn(discountDraft)`, then `column('endDate', { empty: 'No end'
 * })`.
 */
export const fieldColumn =
  <S extends Draft>(draft: S) =>
  <Key extends keyof z.output<S> & string>(
    key: Key,
    { empty, ...look }: Look = {},
  ): Column<{ readonly [One in Key]: unknown }> => {
    const field = fieldAt(draft, key);
    if (!field) throw new Error(`${key} has no words in the contract`);
    return {
      label: field.label,
      sort: key,
      ...looks[field.kind],
      ...look,
      cell: (row) => shown(row[key], field, empty),
    };
  };

/** Column of a computed number. */
export const countColumn = <Key extends string>(
  key: Key,
  label: string,
  look: Omit<Look, 'empty'> = {},
): Column<{ readonly [One in Key]: number }> => ({
  label,
  sort: key,
  ...looks.number,
  ...look,
  cell: (row) => formatNumber(row[key]),
});

/** Column of a timestamp that is not a form field. */
export const momentColumn = <Key extends string>(
  key: Key,
  label: string,
  { empty, ...look }: Look = {},
): Column<{ readonly [One in Key]: string | null }> => ({
  label,
  sort: key,
  ...date,
  ...look,
  cell: (row) => <Moment at={row[key]} {...(empty && { empty })} />,
});
