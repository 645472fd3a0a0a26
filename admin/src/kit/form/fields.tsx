/**
 * The plain fields of a form: label above, hint below, error below that; required is the default, optional is said
 * (looks.md, Form).
 */
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { FieldKind } from '#contract/draft.ts';
import { bind, type FieldProps } from './bind.ts';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function TextField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const isUrl = field.kind === 'url';
  return (
    <TextInput
      {...input}
      type={isUrl ? 'url' : 'text'}
      placeholder={input.placeholder ?? (isUrl ? 'https://…' : undefined)}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value || (field.isNullable ? null : ''))}
    />
  );
}

export function TextAreaField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <Textarea
      {...input}
      autosize
      minRows={2}
      maxRows={20}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value || (field.isNullable ? null : ''))}
    />
  );
}

const around: Partial<Record<FieldKind, { leftSection?: string; rightSection?: string }>> = {
  money: { leftSection: 'Rp' },
  percent: { rightSection: '%' },
};

/**
 * Whole numbers from 0, thousands grouped as in id-ID while typing; empty is null. The wheel takes the focus away, so
 * it changes nothing (spec §5).
 */
export function NumberField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <NumberInput
      {...input}
      {...around[field.kind]}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator="."
      decimalSeparator=","
      inputMode="numeric"
      maxLength={16}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => set(next === '' ? null : Number(next))}
      onWheel={(event) => {
        if (event.target instanceof HTMLElement) event.target.blur();
      }}
    />
  );
}

/** One of a few. Numbers stay numbers, and null is a choice like another. */
export function SelectField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const { choices, empties } = field;
  const at = choices.findIndex((choice) => choice.value === value);
  return (
    <Select
      {...input}
      allowDeselect={false}
      searchable={choices.length > 8}
      data={choices.map(({ label }, index) => ({ value: String(index), label }))}
      value={at < 0 ? null : String(at)}
      onChange={(index) => {
        const chosen = choices[Number(index)]?.value;
        if (chosen === value) return;
        set(chosen);
        if (empties) props.form.fields.setFieldValue(empties, null as never);
      }}
    />
  );
}

export function SwitchField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const { placeholder: _, ...rest } = input;
  return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
}
