/** Basic form fields: label above, hint and error below; optional fields are marked (looks.md, Form). */
import { NativeSelect, NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { FieldKind } from '#contract/kernel/draft.ts';
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
 * Whole numbers from 0, with thousands grouped as in id-ID; empty is null. The mouse wheel removes the focus
 * (app/theme.ts).
 */
export function NumberField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <NumberInput
      {...input}
      {...around[field.kind]}
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

/** Select with the browser's native list. Choices can be numbers or null. */
export function SelectField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const { empties } = field;
  // A native select cannot be read-only, so only the current choice is offered.
  const choices = field.locked === undefined ? field.choices : field.choices.filter((choice) => choice.value === value);
  const { placeholder: _, readOnly, ...rest } = input;
  const at = choices.findIndex((choice) => choice.value === value);
  const choose = (index: number) => {
    set(choices[index]?.value);
    // The contract names the other field, whose type is not known here.
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
