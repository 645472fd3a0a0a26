/** Page of a link from a mail, which sets the password. */
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { passwordChange, passwordOf } from '#contract/auth/password.ts';
import { guessableWords } from '#contract/auth/password-length.ts';
import { openPasswordLink, resetPassword } from '#contract/auth/password-link.ts';
import { PasswordStrength } from '#admin-shared/auth/password-strength.tsx';
import { call } from '#kit/api/call.ts';
import { brand } from '#kit/api/tenant.ts';
import { useAction } from '#kit/api/use-action.ts';
import { rethrowAsApiError } from '#kit/api/use-action.ts';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { EditForm } from '#kit/form/edit-form.tsx';
import { PasswordField } from '#kit/form/password-field.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { PublicPanel } from './public-panel.tsx';

type Owner = Reply<typeof openPasswordLink>;

export function ResetPage() {
  const token = useSearch({ strict: false, select: ({ token: sent }: { token?: string }) => sent ?? '' });
  const [hasSet, setDone] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['auth', 'password link', token],
    queryFn: () => rethrowAsApiError(() => call(openPasswordLink, { body: { token } })),
    // A used link must not replace the page that says so.
    staleTime: Infinity,
  });
  if (data && hasSet) return <Done {...data} />;
  if (data) return <NewPassword token={token} owner={data} done={() => setDone(true)} />;
  if (error && [400, 410].includes(error.status)) return <Gone />;
  return (
    <PublicPanel title="Set your password">
      {error ? <ErrorState error={error} refetch={() => void refetch()} what="link" /> : <Skeleton h={160} />}
    </PublicPanel>
  );
}

function NewPassword({ token, owner, done }: { token: string; owner: Owner; done: () => void }) {
  const action = useAction(resetPassword, { messages: { preferServer: true } });
  const form = useEditForm({
    name: 'password/reset',
    schema: passwordOf(passwordChange, owner, brand),
    initial: { password: '' },
    isSecret: true,
    save: (body, how) => action.run({ body: { ...body, token } }, how),
    onSaved: done,
  });
  if (action.error?.status === 410) return <Gone />;
  return (
    <PublicPanel title="Set your password">
      <Text c="dimmed" mb="lg">
        For {owner.name}, {owner.email}, at {brand}.
      </Text>
      <EditForm form={form} submitLabel="Set password">
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={owner.email} readOnly hidden />
        <PasswordField form={form} name="password" />
        <PasswordStrength password={form.fields.values.password} words={guessableWords(owner, brand)} />
      </EditForm>
    </PublicPanel>
  );
}

const Done = ({ email, isStaff }: Owner) => (
  <PublicPanel title="Your password is set">
    <Stack gap="md" role="status">
      {isStaff ? (
        <>
          <Text>Sign in with {email} and the new password. All earlier sessions have ended.</Text>
          <Button component={Link} to="/" search={{ email } as never}>
            Sign in
          </Button>
        </>
      ) : (
        <Text>
          Sign in on the site of {brand} with {email} and the new password.
        </Text>
      )}
    </Stack>
  </PublicPanel>
);

const Gone = () => (
  <PublicPanel title="This link no longer works">
    <Stack gap="md">
      <Text>It was used, replaced by a newer one, or is older than 72 hours.</Text>
      <Button component={Link} to="/password/forgot">
        Send me a new link
      </Button>
    </Stack>
  </PublicPanel>
);
