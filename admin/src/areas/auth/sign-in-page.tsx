/** Sign-in page (spec §2, §4–§6). */
import { Paper, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { takeReturnPath } from '#kit/api/return-path.ts';
import { brand, isDemo, signInProvider, tenant } from '#kit/api/tenant.ts';
import { ProviderSignIn } from './provider-sign-in.tsx';
import { SignInForm, useSignIn } from './sign-in-fields.tsx';
import { demoUsers, demoPassword } from '#contract/auth/demo-users.ts';
import classes from './sign-in.module.css';

/** Members cannot sign in here. */
const staff = demoUsers.filter(({ role }) => role !== 'member');

/** Demo users, shown in demo mode only; a click fills in the sign-in form. */
function DemoUsers({ onChoose }: { onChoose: (user: { email: string; password: string }) => void }) {
  return (
    <section className={classes['demo']} aria-label="Demo users">
      <p>
        This is a demonstration. Choose whom to sign in as; all have the password <code>{demoPassword}</code>
      </p>
      <ul>
        {staff.map(({ email, role }) => (
          <li key={email}>
            <button type="button" onClick={() => onChoose({ email, password: demoPassword })}>
              <span>{email}</span>
              <span>{role}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function SignInPage() {
  const navigate = useNavigate();
  const state = useSignIn(() => navigate({ href: takeReturnPath(), replace: true }));
  return (
    <main className={classes['page']}>
      <Paper className={classes['panel'] ?? ''} withBorder>
        <img src={`/favicon-${tenant}.svg`} alt="" width={36} height={36} />
        <Title order={1} mt="md">
          Sign in to {brand}
        </Title>
        <Text c="dimmed" mb="lg">
          The back office for staff.
        </Text>
        <SignInForm state={state}>{signInProvider && <ProviderSignIn proceed={state.proceed} />}</SignInForm>
      </Paper>
      {isDemo && !state.secondStep && <DemoUsers onChoose={state.fill} />}
    </main>
  );
}
