import { PasswordInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { bind, labelOf, type FieldProps } from './bind.ts';

/** Whether Caps Lock is on, as far as the last key told. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const watch = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { isOn, onKeyDown: watch, onKeyUp: watch };
}

export const eyeButton = {
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' },
};

/** A new password: can be shown, and says so when Caps Lock is on. */
export function PasswordField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  const { isOn, ...keys } = useCapsLock();
  return (
    <PasswordInput
      {...rest}
      {...keys}
      {...eyeButton}
      label={labelOf(field)}
      description={isOn ? 'Caps Lock is on' : field.hint}
      autoComplete="new-password"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
