/** Latest submissions of a user. */
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { listUserSubmissions } from '#contract/submission/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { counted } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from './user.ts';
import classes from './user-orders.module.css';

const shown = 5;

/** Renders nothing without submissions. */
export function UserSubmissions({ user: { id, email } }: { user: Profile }) {
  const result = useCall(listUserSubmissions, { params: { userId: id }, query: { page: 1, pageSize: shown } });
  const total = result.data?.totalItems;
  if (total === 0) return null;
  const all = total !== undefined && total > shown && (
    <Link to="/submission" search={{ search: email }}>
      All {counted(total, 'submission', 'submissions')}
    </Link>
  );
  return (
    <Section title="Submissions" actions={all}>
      <Loaded result={result} what="submissions of this user" skeleton={<Skeleton h={60} />}>
        {({ projects }) => (
          <ul className={classes['list']}>
            {projects.map((one) => (
              <li key={one.id}>
                <div className={classes['what']}>
                  <Link to="/submission/$id" params={{ id: one.id }}>
                    {one.productName}
                  </Link>
                  <small>Attempt {one.attempt}</small>
                </div>
                <SubmissionBadge status={one.status} />
                <div className={classes['amount']}>
                  {one.reviewScore === null ? '–' : `${one.reviewScore} ${one.grade ?? ''}`}
                  <small>
                    <Moment at={one.submittedAt} />
                  </small>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}
