/** Where somebody is signed in: what each session is recognised by, and the way to end it. */
import { Button } from '@mantine/core';
import type { Session } from '#contract/session.ts';
import { Badge } from '../format/badge.tsx';
import { formatMoment, formatShortMinute } from '../format/formats.ts';
import classes from './session-list.module.css';

interface Props {
  label: string;
  sessions: readonly Session[];
  /** Absent where they are not the person's to end. */
  end?: ((session: Session) => void) | undefined;
}

const At = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatShortMinute(at)}
  </time>
);

export function SessionList({ label, sessions, end }: Props) {
  return (
    <ul className={classes['sessions']} aria-label={label}>
      {sessions.map((session) => (
        <li key={session.id}>
          <div>
            <b>{session.device || 'Signed in before devices were noted'}</b>{' '}
            {session.isCurrent && <Badge colour="green">This session</Badge>}
            <p>
              {session.address && `${session.address} · `}
              last used <At at={session.lastUsedAt} /> · since <At at={session.startedAt} />
            </p>
          </div>
          {end && !session.isCurrent && (
            <Button
              variant="default"
              size="xs"
              aria-label={`End the session ${session.device}, last used ${formatShortMinute(session.lastUsedAt)}`}
              onClick={() => end(session)}
            >
              End
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
