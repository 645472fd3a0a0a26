/** What every field has in common: its value and error, and that leaving it makes its errors show. */
import type { ReactNode } from 'react';
import type { EditForm } from './use-edit-form.ts';

export interface FieldProps<Values> {
  form: EditForm<Values>;
  /** A key of the values, or a path into them (`instructors.0.name`). */
  name: (keyof Values & string) | `${keyof Values & string}.${string}`;
  label: string;
  hint?: ReactNode;
  /** Said beside the label; required is the default. */
  isOptional?: boolean;
  isDisabled?: boolean;
}

export const labelOf = ({ label, isOptional }: Pick<FieldProps<never>, 'label' | 'isOptional'>) =>
  isOptional ? `${label} (optional)` : label;

export function bind<Values>({ form, name, label, isDisabled = false }: FieldProps<Values>) {
  form.labels.set(name, label);
  const { value, onChange, onFocus, error } = form.fields.getInputProps(name);
  return {
    name,
    error,
    onFocus,
    /** By which `form.fields.getInputNode(name)` finds the input. */
    'data-path': name,
    /** Of several, a dialog gives the focus to the first. */
    'data-autofocus': true,
    value: value as unknown,
    /** Sets the value itself, not an event. Nothing changes while saving: what is saved is what is seen. */
    set: (next: unknown) => {
      if (!form.isSaving) (onChange as (value: unknown) => void)(next);
    },
    onBlur: () => form.visit(name),
    disabled: isDisabled,
    /** While saving. Not disabled: that would take the focus away from who goes on typing afterwards. */
    readOnly: form.isSaving,
  };
}
