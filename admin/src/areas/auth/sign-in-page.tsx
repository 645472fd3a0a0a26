/**
 * The sign-in (spec §2, §4–§6). Its rules and the contract are loaded while the person types: first paint waits for
 * neither.
 */
import { Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { eyeButton, useCapsLock } from '#kit/form/password-field.tsx';
import { brand, isDemo, tenant } from '#kit/api/tenant.ts';
import { useTask } from '#kit/api/use-action.ts';
import { takePlace } from '#kit/api/place.ts';
import { DemoUsers } from './demo-users.tsx';
import classes from './sign-in.module.css';

const rules = () => import('./sign-in.ts');

export function SignInPage() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { isOn: hasCapsLock, ...keys } = useCapsLock();
  const passwordField = useRef<HTMLInputElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const navigate = useNavigate();
  const action = useTask({
    failsAs: 500,
    messages: { preferServer: true },
    perform: async (credentials: { email: string; password: string }) => (await rules()).signIn({ body: credentials }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { ok } = await action.run({ email, password });
    if (!ok) return passwordField.current?.select();
    setLeaving(true);
    await navigate({ href: takePlace(), replace: true });
  };
  const isWrong = action.status === 500 && !action.loading;
  return (
    <main className={classes['page']}>
      <Paper
        className={classes['panel'] ?? ''}
        withBorder
        component="form"
        onSubmit={submit}
        onChange={() => void rules()}
      >
        <img src={`/favicon-${tenant}.svg`} alt="" width={36} height={36} />
        <Title order={1} mt="md">
          Sign in to {brand}
        </Title>
        <Text c="dimmed" mb="lg">
          The back office for staff.
        </Text>
        <Stack gap="md">
          <TextInput
            label="E-mail"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={isWrong}
          />
          <PasswordInput
            label="Password"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            ref={passwordField}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={isWrong}
            {...keys}
            {...eyeButton}
            description={hasCapsLock ? 'Caps Lock is on' : undefined}
          />
          <Button type="submit" loading={action.loading || isLeaving} fullWidth>
            Sign in
          </Button>
        </Stack>
      </Paper>
      {isDemo && (
        <DemoUsers
          onChoose={(user) => {
            void rules();
            setEmail(user.email);
            setPassword(user.password);
          }}
        />
      )}
    </main>
  );
}
