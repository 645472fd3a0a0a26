/** List of a user's second factors: the app and the passkeys, with times and a button to remove each. */
import { Button } from '@mantine/core';
import type { Factors } from '#contract/auth/second-factor.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { formatMoment, formatShortMinute } from '#kit/format/formats.ts';
import classes from './session-list.module.css';

interface Props {
  factors: Factors;
  /** Absent if the person may not remove them. The app has no id. */
  remove?: (name: string, passkeyId?: string) => void;
  /** Reason that none can be removed now. */
  fixed?: string | undefined;
}

const At = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatMoment(at)}>
    {formatShortMinute(at)}
  </time>
);

export function FactorList({ factors: { app, passkeys }, remove, fixed }: Props) {
  const rows = [...(app ? [{ ...app, name: 'Authenticator app', id: undefined }] : []), ...passkeys];
  if (rows.length === 0) return null;
  return (
    <ul className={classes['sessions']} aria-label="Second factors">
      {rows.map(({ id, name, addedAt, lastUsedAt }) => (
        <li key={id ?? 'app'}>
          <div>
            <b>{name}</b>
            <p>
              {id && 'Passkey · '}
              added <At at={addedAt} />
              {lastUsedAt && (
                <>
                  {' '}
                  · last used <At at={lastUsedAt} />
                </>
              )}
            </p>
          </div>
          {remove && (
            <Unavailable why={fixed}>
              <Button variant="default" size="xs" aria-label={`Remove ${name}`} onClick={() => remove(name, id)}>
                Remove
              </Button>
            </Unavailable>
          )}
        </li>
      ))}
    </ul>
  );
}
