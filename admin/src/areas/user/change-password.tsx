/** Sets a new password of a user, with its strength as it is typed. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { generatePassword, passwordChange, passwordOf } from '#contract/auth/password.ts';
import { changeUserPassword } from '#contract/user/endpoints.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { Field } from '#kit/form/field.tsx';
import { PasswordStrength } from '#admin-shared/auth/password-strength.tsx';
import { Copyable } from '#kit/display/copyable.tsx';
import { guessableWords } from '#contract/auth/password-length.ts';
import { brand } from '#kit/api/tenant.ts';
import { useAction } from '#kit/api/use-action.ts';
import type { Profile } from './user.ts';

export const passwordPanelId = 'password';

/** Validates while typing; the weak-password list is part of the contract's schema. */
export function ChangePassword({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const change = useAction(changeUserPassword);
  const [generated, setGenerated] = useState('');
  const [isGiven, setGiven] = useState(false);
  const schema = passwordOf(passwordChange, user, brand);
  const form = useEditForm({
    name: `user/${user.id}/password`,
    schema,
    initial: { password: '' },
    isSecret: true,
    version: user.version,
    save: (body, options) => {
      if (body.password !== generated) setGenerated('');
      return change.run({ params: { id: user.id }, body }, options);
    },
    onSaved: () => setGiven(true),
    latest: async () => {
      const now = await refetch();
      return now && { values: { password: '' }, version: now.version };
    },
  });
  const { password } = form.fields.values;
  const generate = () => {
    const made = generatePassword(drawn);
    setGenerated(made);
    setGiven(false);
    form.fields.setFieldValue('password', made);
  };
  return (
    <Section title="Password" id={passwordPanelId}>
      <Text c="dimmed" mb="sm">
        A new password signs {user.name} out everywhere.
      </Text>
      {isGiven && generated && !password && (
        <Alert color="green" mb="sm" title={`${user.name}’s new password`}>
          <Copyable text={generated} what="new password" isAlwaysShown /> It is shown until you leave this page, and
          never again.
        </Alert>
      )}
      <EditForm form={form} submitLabel="Change password">
        <Field form={form} name="password" />
        <PasswordStrength password={password} words={guessableWords(user, brand)} />
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={generate}>
            Generate
          </Button>
          {password && password === generated && <Copyable text={generated} what="generated password" isAlwaysShown />}
        </Group>
      </EditForm>
    </Section>
  );
}

/** Random integer below `below`, from crypto; redraws values that would bias the result. */
function drawn(below: number): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number < 2 ** 32 - (2 ** 32 % below) ? number % below : drawn(below);
}
