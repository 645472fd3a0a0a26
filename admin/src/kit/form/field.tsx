/** Renders fields by their kind in the contract: `<Field form={form} name="price" />`, or rows of them. */
import { SimpleGrid, Stack } from '@mantine/core';
import { Fragment, type ComponentType } from 'react';
import type { FieldKind } from '#contract/kernel/draft.ts';
import type { FieldProps } from './bind.ts';
import { NumberField, SelectField, SwitchField, TextAreaField, TextField } from './fields.tsx';
import { AttachmentField, ImageField, VideoField } from './upload-field.tsx';
import { ListField } from './list-field.tsx';
import { DayField, MomentField } from './moment-field.tsx';
import { PasswordField } from './password-field.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { TextsField } from './texts-field.tsx';
import type { EditForm } from './use-edit-form.ts';

type FieldComponent = ComponentType<FieldProps<never>>;

const components: Record<FieldKind, FieldComponent> = {
  text: TextField,
  url: TextField,
  textArea: TextAreaField,
  richText: RichTextField,
  image: ImageField,
  video: VideoField,
  file: AttachmentField,
  password: PasswordField,
  number: NumberField,
  money: NumberField,
  percent: NumberField,
  choice: SelectField,
  switch: SwitchField,
  day: DayField,
  moment: MomentField,
  texts: TextsField,
  list: (props) => (
    <ListField {...props} draw={(names) => <Rows form={props.form} rows={pairsOf(names, props.form)} />} />
  ),
};

export function Field<Values>(props: FieldProps<Values>) {
  const { kind, isHidden } = props.form.field(props.name);
  // Each component reads the values of its own kind.
  const Input = components[kind] as unknown as ComponentType<FieldProps<Values>>;
  return isHidden ? null : <Input {...props} />;
}

/** One field per row, or a pair side by side where there is room. */
export type RowsOf<Name extends string = string> = readonly (Name | readonly [Name, Name])[];

/** Fields rendered by the area itself. */
export type Special<Values> = Readonly<Record<string, ComponentType<FieldProps<Values>>>>;

export function Rows<Values>({
  form,
  rows,
  special,
}: {
  form: EditForm<Values>;
  rows: RowsOf;
  special?: Special<Values> | undefined;
}) {
  const draw = (name: string) => {
    const Input = special?.[name] ?? Field;
    return <Input key={name} form={form} name={name} />;
  };
  const isShown = (name: string) => !form.field(name).isHidden;
  return (
    <Stack gap="md">
      {rows.map((row) => {
        const names = [row].flat().filter(isShown);
        if (names.length < 2) return <Fragment key={String(row)}>{names.map(draw)}</Fragment>;
        return (
          <SimpleGrid key={String(row)} cols={{ base: 1, sm: 2 }}>
            {names.map(draw)}
          </SimpleGrid>
        );
      })}
    </Stack>
  );
}

const short: ReadonlySet<FieldKind> = new Set(['text', 'number']);

/** Pairs adjacent short fields of the same kind. */
function pairsOf<Values>(names: readonly string[], form: EditForm<Values>): RowsOf {
  const kindOf = (name: string) => form.field(name).kind;
  const [first, second, ...rest] = names;
  if (first === undefined) return [];
  if (second !== undefined && short.has(kindOf(first)) && kindOf(first) === kindOf(second))
    return [[first, second], ...pairsOf(rest, form)];
  return [first, ...pairsOf(names.slice(1), form)];
}
