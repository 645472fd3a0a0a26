/** Form of a record with its fields grouped under headings. */
import type { ReactNode } from 'react';
import { FormBody } from '../form/edit-form.tsx';
import { Rows, type RowsOf, type Special } from '../form/field.tsx';
import type { EditForm } from '../form/use-edit-form.ts';
import { Section } from './detail-page.tsx';
import { sectionId } from './section-index.tsx';

interface Props<Values> {
  form: EditForm<Values>;
  fields: readonly { title: string; rows: RowsOf; actions?: ReactNode }[];
  special: Special<Values> | undefined;
}

/** Groups with at least one field that is visible for the current values. */
export const visibleGroups = <Values, G extends { rows: RowsOf }>(form: EditForm<Values>, groups: readonly G[]) =>
  groups.filter(({ rows }) => rows.flat().some((name) => !form.field(name).isHidden));

export function RecordFields<Values>({ form, fields, special }: Props<Values>) {
  return (
    <FormBody form={form}>
      {visibleGroups(form, fields).map(({ title, rows, actions }) => (
        <Section key={title} title={title} id={sectionId(title)} actions={actions}>
          <Rows form={form} rows={rows} special={special} />
        </Section>
      ))}
    </FormBody>
  );
}
