/** Dialog that changes the user's own password, opened from the user menu; it asks for the current password. */
import type { getOwnProfile } from '#contract/kernel/auth.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { passwordOf } from '#contract/auth/password.ts';
import { changeOwnPassword, ownPasswordChange } from '#contract/auth/sessions.ts';
import { guessableWords } from '#contract/auth/password-length.ts';
import { brand } from '#kit/api/tenant.ts';
import { useAction } from '#kit/api/use-action.ts';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { PasswordField } from '#kit/form/password-field.tsx';
import { PasswordStrength } from '#admin-shared/auth/password-strength.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';

export function OwnPasswordDialog({ user, close }: { user: Reply<typeof getOwnProfile>; close: () => void }) {
  const change = useAction(changeOwnPassword);
  const schema = passwordOf(ownPasswordChange, user, brand);
  const form = useEditForm({
    name: 'own/password',
    schema,
    initial: { currentPassword: '', password: '' },
    isSecret: true,
    save: (body, how) => change.run({ body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Change your password" submitLabel="Change password" close={close}>
      <PasswordField form={form} name="currentPassword" isCurrent />
      <PasswordField form={form} name="password" />
      <PasswordStrength password={form.fields.values.password} words={guessableWords(user, brand)} />
    </FormDialog>
  );
}
