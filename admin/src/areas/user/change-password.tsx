/** A new password for somebody, with its strength as it is typed. */
import { Text } from '@mantine/core';
import { isOwnEmail, passwordChange } from '#contract/password.ts';
import { changeUserPassword } from '#contract/user.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { Field } from '#kit/form/field.tsx';
import { PasswordStrength } from '#kit/form/password-strength.tsx';
import { useAction } from '#kit/api/use-action.ts';
import type { Profile } from './user.ts';

/**
 * The weak-password list is part of the contract's schema: its sentence stands beside the field as the person types.
 */
export function ChangePassword({ user, refetch }: { user: Profile; refetch: () => Promise<Profile | undefined> }) {
  const change = useAction(changeUserPassword);
  const schema = passwordChange.refine(({ password }) => !isOwnEmail(password, user.email), {
    path: ['password'],
    message: 'The password is the name in the e-mail address',
  });
  const form = useEditForm({
    name: `user/${user.id}/password`,
    schema,
    initial: { password: '' },
    isSecret: true,
    version: user.version,
    save: (body, options) => change.run({ params: { id: user.id }, body }, options),
    latest: async () => {
      const now = await refetch();
      return now && { values: { password: '' }, version: now.version };
    },
  });
  return (
    <Section title="Password">
      <Text c="dimmed" mb="sm">
        A new password signs {user.name} out everywhere.
      </Text>
      <EditForm form={form} submitLabel="Change password">
        <Field form={form} name="password" />
        <PasswordStrength password={form.fields.values.password} />
      </EditForm>
    </Section>
  );
}
