/** Sign-in page (spec §2, §4–§6). */
import { Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { takeReturnPath } from '#kit/api/return-path.ts';
import { brand, isDemo } from '#kit/api/tenant.ts';
import { PublicPanel } from './public-panel.tsx';
import { SignInFields, useSignIn } from './sign-in-fields.tsx';
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
  const known = useSearch({ strict: false, select: ({ email }: { email?: string }) => email });
  const { fill, form, fields } = useSignIn(() => navigate({ href: takeReturnPath(), replace: true }), known);
  return (
    <PublicPanel title={`Sign in to ${brand}`} below={isDemo && <DemoUsers onChoose={fill} />}>
      <Text c="dimmed" mb="lg">
        The back office for staff.
      </Text>
      <form {...form}>
        <SignInFields fields={fields} isKnown={Boolean(known)}>
          <Text size="sm" ta="center">
            <Link to="/password/forgot" search={{ email: fields.email }}>
              Forgot password?
            </Link>
          </Text>
        </SignInFields>
      </form>
    </PublicPanel>
  );
}
