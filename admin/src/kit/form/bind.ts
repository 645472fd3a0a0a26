/** Props that all fields have in common: label, value, error, and validation on blur. */
import type { Field } from '#contract/kernel/draft.ts';
import type { EditForm } from './use-edit-form.ts';

export interface FieldProps<Values> {
  form: EditForm<Values>;
  /** Key of the values, or a path into them (`instructors.0.name`). */
  name: string;
  /** Overrides known only to the screen, such as choices that were loaded. */
  words?: Partial<Field>;
}

/** Label of a field, marked if it is optional. */
export const labelOf = ({ label, isOptional }: Field) => (isOptional ? `${label} (optional)` : label);

/** Connects a field with its form: value, error, lock, and handlers. */
export function bind<Values>({ form, name, words }: FieldProps<Values>) {
  const field: Field = { ...form.field(name), ...words };
  const { value, onChange, onFocus, error } = form.fields.getInputProps(name);
  const isReadOnly = form.isLocked || field.locked !== undefined;
  return {
    field,
    value: value as unknown,
    /** Identifies the field across the whole app. */
    place: `${form.name}#${name}`,
    /** Sets the value (not an event). */
    set: (next: unknown) => {
      if (!isReadOnly) (onChange as (value: unknown) => void)(next);
    },
    /** Props for Mantine inputs. */
    input: {
      name,
      label: labelOf(field),
      description: field.locked ?? field.hint,
      placeholder: field.placeholder,
      error,
      onFocus,
      /** Selector that the form uses to find the input. */
      'data-path': name,
      /** A dialog focuses the first input with this attribute. */
      'data-autofocus': true,
      onBlur: () => form.visit(name),
      /** Read-only instead of disabled, so that the input keeps the focus while saving. */
      readOnly: isReadOnly,
      ...(field.locked !== undefined && { variant: 'filled' }),
    },
  };
}
