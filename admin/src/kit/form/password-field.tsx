/** Passwords: can be shown, and say so when Caps Lock is on. */
import { PasswordInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { bind, type FieldProps } from './bind.ts';

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

/** A new password, or the present one. */
export function PasswordField<Values>({ isPresent = false, ...props }: FieldProps<Values> & { isPresent?: boolean }) {
  const { field, value, set, input } = bind(props);
  const { isOn, ...keys } = useCapsLock();
  return (
    <PasswordInput
      {...input}
      {...keys}
      {...eyeButton}
      // Mantine's does not say so by itself.
      aria-invalid={input.error ? true : undefined}
      description={isOn ? 'Caps Lock is on' : field.hint}
      autoComplete={isPresent ? 'current-password' : 'new-password'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
