/** Where to go from here, by role. */
import { Link } from '@tanstack/react-router';
import { getOwnProfile } from '#contract/auth.ts';
import { useCall } from '#kit/api/use-call.ts';
import classes from './home-page.module.css';

export interface Place {
  to: string;
  label: string;
  /** What people do there, in a few words. */
  purpose: string;
}

export function HomePage({ places }: { places: readonly Place[] }) {
  const { data: user } = useCall(getOwnProfile, {});
  return (
    <div className={classes['home']}>
      <h1>{user ? `Hello, ${user.name}` : 'Hello'}</h1>
      <p>Where do you want to go?</p>
      <ul>
        {places.map(({ to, label, purpose }) => (
          <li key={to}>
            <Link to={to}>
              <span>{label}</span>
              <span>{purpose}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
