/** The form of a record, its fields under their headings. */
import { FormBody } from '../form/edit-form.tsx';
import { Rows, type RowsOf, type Special } from '../form/field.tsx';
import type { EditForm } from '../form/use-edit-form.ts';
import { Section } from './detail-page.tsx';
import { sectionId } from './section-index.tsx';

interface Props<Values> {
  form: EditForm<Values>;
  fields: readonly { title: string; rows: RowsOf }[];
  special: Special<Values> | undefined;
}

export function RecordFields<Values>({ form, fields, special }: Props<Values>) {
  return (
    <FormBody form={form}>
      {fields.map(({ title, rows }) => (
        <Section key={title} title={title} id={sectionId(title)}>
          <Rows form={form} rows={rows} special={special} />
        </Section>
      ))}
    </FormBody>
  );
}
