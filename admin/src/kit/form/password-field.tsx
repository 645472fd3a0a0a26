import { PasswordInput } from '@mantine/core';
import { bind, labelOf, type FieldProps } from './bind.ts';

/** A new password: can be shown while it is typed; password managers offer to make one. */
export function PasswordField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return <PasswordInput {...rest} label={labelOf(field)} description={field.hint} autoComplete="new-password"
    value={typeof value === 'string' ? value : ''} onChange={(event) => set(event.currentTarget.value)} />;
}
