/**
 * The fields of a form: label above, hint below, error below that; required is the default, optional is said (looks.md,
 * Form).
 */
import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { bind, labelOf, type FieldProps } from './bind.ts';

interface TextProps<Values> extends FieldProps<Values> {
  placeholder?: string;
  /** An empty field means null. */
  isNullable?: boolean;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function TextField<Values>({
  placeholder,
  isNullable = false,
  ...field
}: TextProps<Values> & { type?: 'text' | 'email' | 'url' }) {
  const { value, set, ...rest } = bind(field);
  return (
    <TextInput
      {...rest}
      label={labelOf(field)}
      description={field.hint}
      type={field.type ?? 'text'}
      placeholder={placeholder}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value || (isNullable ? null : ''))}
    />
  );
}

export function TextAreaField<Values>({
  placeholder,
  isNullable = false,
  rows = 4,
  ...field
}: TextProps<Values> & { rows?: number }) {
  const { value, set, ...rest } = bind(field);
  return (
    <Textarea
      {...rest}
      label={labelOf(field)}
      description={field.hint}
      placeholder={placeholder}
      autosize
      minRows={rows}
      maxRows={20}
      value={textOf(value)}
      onChange={(event) => set(event.currentTarget.value || (isNullable ? null : ''))}
    />
  );
}

interface NumberProps<Values> extends FieldProps<Values> {
  /** Before or behind the figure: `Rp`, `%`. */
  prefix?: string;
  suffix?: string;
}

/**
 * Whole numbers from 0, thousands grouped as in id-ID while typing. The wheel takes the focus away, so it changes
 * nothing (spec §5).
 */
export function NumberField<Values>({ prefix, suffix, ...field }: NumberProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return (
    <NumberInput
      {...rest}
      label={labelOf(field)}
      description={field.hint}
      hideControls
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator="."
      decimalSeparator=","
      leftSection={prefix}
      rightSection={suffix}
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

/** Rupiah. */
export function MoneyField<Values>(field: FieldProps<Values>) {
  return <NumberField {...field} prefix="Rp" />;
}

export interface Option {
  value: string | number | null;
  label: string;
}

/** One of a few. Numbers stay numbers, and null is a choice like another. */
export function SelectField<Values>({
  options,
  onChoose,
  ...field
}: FieldProps<Values> & { options: readonly Option[]; /** Another choice was made. */ onChoose?: () => void }) {
  const { value, set, ...rest } = bind(field);
  const at = options.findIndex((option) => option.value === value);
  return (
    <Select
      {...rest}
      label={labelOf(field)}
      description={field.hint}
      allowDeselect={false}
      searchable={options.length > 8}
      data={options.map(({ label }, index) => ({ value: String(index), label }))}
      value={at < 0 ? null : String(at)}
      onChange={(index) => {
        set(options[Number(index)]?.value);
        onChoose?.();
      }}
    />
  );
}

export function SwitchField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return (
    <Switch
      {...rest}
      label={field.label}
      description={field.hint}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  );
}
