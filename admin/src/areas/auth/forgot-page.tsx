/** Page that asks for a link to set a new password. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { forgotPassword, linkHours } from '#contract/auth/password-link.ts';
import { useAction } from '#kit/api/use-action.ts';
import { PublicPanel } from './public-panel.tsx';

export function ForgotPage() {
  const known = useSearch({ strict: false, select: ({ email }: { email?: string }) => email });
  const [email, setEmail] = useState(known ?? '');
  const [sentTo, setSentTo] = useState('');
  const action = useAction(forgotPassword, { messages: { preferServer: true } });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { ok } = await action.run({ body: { email } }, { showsErrors: true });
    if (ok) setSentTo(email);
  };
  return (
    <PublicPanel title={sentTo ? 'Look into your mail' : 'Forgot password'}>
      {sentTo ? (
        <Stack gap="md" role="status">
          <Text>
            If <b>{sentTo}</b> has an account, a link is on its way. It works once, for {linkHours} hours.
          </Text>
          <Text c="dimmed" size="sm">
            Nothing after a few minutes? Look into the spam folder, or ask an admin to send the link.
          </Text>
          <Button variant="default" onClick={() => setSentTo('')}>
            Try another e-mail
          </Button>
        </Stack>
      ) : (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="md">
            <Text c="dimmed">A link by mail lets you set a new one.</Text>
            <TextInput
              label="E-mail"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
              error={action.error?.errors[0]?.message}
            />
            <Button type="submit" loading={action.loading}>
              Send the link
            </Button>
          </Stack>
        </form>
      )}
      <BackToSignIn email={email} />
    </PublicPanel>
  );
}

const BackToSignIn = ({ email }: { email: string }) => (
  <Text size="sm" ta="center" mt="md">
    <Link to="/" search={{ email }}>
      Back to sign-in
    </Link>
  </Text>
);
