/** List of a user's sessions: device, times, and a button to end each one. */
import { Button } from '@mantine/core';
import type { Session } from '#contract/auth/sessions.ts';
import { Badge } from '#kit/display/badge.tsx';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import classes from './session-list.module.css';

interface Props {
  label: string;
  sessions: readonly Session[];
  /** Absent if the person may not end the sessions. */
  end?: ((session: Session, name: string) => void) | undefined;
}

/** How the second factor was proved. */
const factorWords: Record<NonNullable<Session['secondFactor']>, string> = {
  app: 'with an app',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
};

/** Names by session id. Several sessions of one browser are numbered, from the oldest. */
export function sessionNames(sessions: readonly Session[]): Record<string, string> {
  const byAge = sessions.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const nameOf = ({ id, device }: Session) => {
    const alike = byAge.filter((other) => other.device === device);
    const name = device || 'Signed in before devices were noted';
    return alike.length === 1 ? name : `${name} (${alike.findIndex((other) => other.id === id) + 1})`;
  };
  return Object.fromEntries(sessions.map((session) => [session.id, nameOf(session)]));
}

const At = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatShortMinute(at)}
  </time>
);

export function SessionList({ label, sessions, end }: Props) {
  const names = sessionNames(sessions);
  return (
    <ul className={classes['sessions']} aria-label={label}>
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <b>{names[session.id]}</b> {session.isCurrent && <Badge colour="green">This session</Badge>}
            {session.isAgent && <Badge colour="blue">{session.mayPropose ? 'Agent, proposes changes' : 'Agent'}</Badge>}
            <p>
              {session.address && `${session.address} · `}
              {session.secondFactor && `${factorWords[session.secondFactor]} · `}
              last used <At at={session.lastUsedAt} /> · since <At at={session.startedAt} />
            </p>
          </div>
          {end && !session.isCurrent && (
            <Button
              variant="default"
              size="xs"
              aria-label={`End the session ${names[session.id]}, last used ${formatShortMinute(session.lastUsedAt)}`}
              onClick={() => end(session, names[session.id] ?? '')}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
