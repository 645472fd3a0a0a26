/**
 * Strength meter of a new password. Kept apart from the field, because the sign-in page does not load the contract's
 * rules.
 */
import { Progress, Text } from '@mantine/core';
import { passwordStrength } from '#contract/auth/password.ts';

const strengths = ['Too weak', 'Enough', 'Good', 'Strong', 'Very strong'] as const;

/** Shown once something is typed. `words` are known about the user and do not count as strength. */
export function PasswordStrength({ password, words }: { password: string; words: readonly string[] }) {
  if (!password) return null;
  const value = passwordStrength(password, words);
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
