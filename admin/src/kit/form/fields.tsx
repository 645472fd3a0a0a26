/**
 * The plain fields of a form: label above, hint below, error below that; required is the default, optional is said
 * (looks.md, Form).
 */
import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { FieldKind } from '#contract/draft.ts';
import { bind, type FieldProps } from './bind.ts';
import classes from './fields.module.css';

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
      className={classes['text']}
      rows={2}
      resize="vertical"
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
 * Whole numbers from 0, thousands grouped as in id-ID while typing; empty is null. The wheel takes the focus away
 * (app/theme.ts).
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
    />
  );
}

/** One of a few, with the browser's own list, as wherever something is chosen. Numbers stay numbers, and null is a choice like another. */
export function SelectField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const { empties } = field;
  // The browser's own list cannot be read only.
  const choices = field.locked === undefined ? field.choices : field.choices.filter((choice) => choice.value === value);
  const { placeholder: _, readOnly, ...rest } = input;
  const at = choices.findIndex((choice) => choice.value === value);
  const choose = (index: number) => {
    set(choices[index]?.value);
    if (empties && !readOnly) props.form.fields.setFieldValue(empties, null as never);
  };
  return (
    <NativeSelect {...rest} value={at} onChange={(event) => choose(Number(event.currentTarget.value))}>
      {at < 0 && (
        <option value={-1} hidden>
          Choose
        </option>
      )}
      {choices.map(({ label }, index) => (
        <option key={index} value={index}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}

export function SwitchField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const { placeholder: _, ...rest } = input;
  return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
}
