/** Attempts of one person for one product, latest first, with scores. */
import { Link } from '@tanstack/react-router';
import { Moment } from '#kit/display/moment.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { type SubmissionDetail, scoreText } from './submission.ts';
import classes from './work.module.css';

export const Attempts = ({ record: { id, attempts } }: { record: SubmissionDetail }) =>
  attempts.length > 1 && (
    <Section title={`Attempts ${attempts.length}`}>
      <ul className={classes['attempts']}>
        {attempts.map((one) => (
          <li key={one.submissionId}>
            <Link
              to="/submission/$id"
              params={{ id: one.submissionId }}
              aria-current={one.submissionId === id ? 'page' : undefined}
            >
              Attempt {one.attempt}
            </Link>
            <SubmissionBadge status={one.status} />
            <span className={classes['score']}>{scoreText(one)}</span>
            <Moment at={one.submittedAt} />
          </li>
        ))}
      </ul>
    </Section>
  );
