/** Password fields with a visibility toggle and a Caps Lock hint. */
import { PasswordInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { bind, type FieldProps } from './bind.ts';

/** Returns whether Caps Lock is on as of the last key event, and the key handlers for the input that is watched. */
export function useCapsLock() {
  const [isOn, setOn] = useState(false);
  const watch = (event: KeyboardEvent) => setOn(event.getModifierState('CapsLock'));
  return { isOn, onKeyDown: watch, onKeyUp: watch };
}

export const eyeButton = {
  visibilityToggleFocusable: true,
  visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' },
};

/** New password, or the current one with `isCurrent`. */
export function PasswordField<Values>({ isCurrent = false, ...props }: FieldProps<Values> & { isCurrent?: boolean }) {
  const { field, value, set, input } = bind(props);
  const { isOn, ...keys } = useCapsLock();
  return (
    <PasswordInput
      {...input}
      {...keys}
      {...eyeButton}
      // Not set by Mantine's PasswordInput.
      aria-invalid={input.error ? true : undefined}
      description={isOn ? 'Caps Lock is on' : field.hint}
      autoComplete={isCurrent ? 'current-password' : 'new-password'}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
