/** Passwords: can be shown, and say so when Caps Lock is on; the strength of a new one. */
import { PasswordInput, Progress, Text } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { passwordStrength } from '#contract/password.ts';
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

const strengths = ['Not good enough yet', 'Enough', 'Good', 'Strong', 'Very strong'] as const;

/** Below the field, once something is typed. */
export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null;
  const value = passwordStrength(password);
  return (
    <div>
      <Progress
        value={Math.max(8, value * 25)}
        size="sm"
        color={value === 0 ? 'red' : value < 3 ? 'yellow' : 'green'}
        aria-label="Strength of the password"
      />
      <Text size="xs" mt={4} role="status">
        {strengths[value]}
      </Text>
    </div>
  );
}
