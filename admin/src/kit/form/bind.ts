/** What every field has in common: its words, its value and error, and that leaving it makes its errors show. */
import type { Field } from '#contract/draft.ts';
import type { EditForm } from './use-edit-form.ts';

export interface FieldProps<Values> {
  form: EditForm<Values>;
  /** A key of the values, or a path into them (`instructors.0.name`). */
  name: string;
  /** What only the screen knows of the field: choices that were read, say. */
  words?: Partial<Field>;
}

export const labelOf = ({ label, isOptional }: Field) => (isOptional ? `${label} (optional)` : label);

export function bind<Values>({ form, name, words }: FieldProps<Values>) {
  const field: Field = { ...form.field(name), ...words };
  const { value, onChange, onFocus, error } = form.fields.getInputProps(name);
  const isReadOnly = form.isLocked || field.locked !== undefined;
  return {
    field,
    value: value as unknown,
    /** Names the field in the whole app. */
    place: `${form.name}#${name}`,
    /** Sets the value itself, not an event. */
    set: (next: unknown) => {
      if (!isReadOnly) (onChange as (value: unknown) => void)(next);
    },
    /** For Mantine's inputs. */
    input: {
      name,
      label: labelOf(field),
      description: field.locked ?? field.hint,
      placeholder: field.placeholder,
      error,
      onFocus,
      /** By which the form finds the input. */
      'data-path': name,
      /** Of several, a dialog gives the focus to the first. */
      'data-autofocus': true,
      onBlur: () => form.visit(name),
      /** Not disabled: that would take the focus away from who goes on typing afterwards. */
      readOnly: isReadOnly,
      ...(field.locked !== undefined && { variant: 'filled' }),
    },
  };
}
