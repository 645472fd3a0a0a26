/** Shown in demo mode only: choosing an account fills the form in. */
import { demoUsers, demoPassword } from '#contract/demo.ts';
import classes from './sign-in.module.css';

export function DemoUsers({ onChoose }: { onChoose: (account: { email: string; password: string }) => void }) {
  return (
    <section className={classes['demo']} aria-label="Demo accounts">
      <p>
        This is a demonstration. Choose an account. They all have the password <code>{demoPassword}</code>
      </p>
      <ul>
        {demoUsers.map(({ email, role }) => (
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
