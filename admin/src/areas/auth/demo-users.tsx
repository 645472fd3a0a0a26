/** Demo users, shown in demo mode only; a click fills in the sign-in form. */
import { demoUsers, demoPassword } from '#contract/auth/demo-users.ts';
import classes from './sign-in.module.css';

/** Members cannot sign in here. */
const staff = demoUsers.filter(({ role }) => role !== 'member');

export function DemoUsers({ onChoose }: { onChoose: (user: { email: string; password: string }) => void }) {
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
