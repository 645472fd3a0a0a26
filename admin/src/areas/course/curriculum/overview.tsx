/** Right pane while no item is chosen: what is to fix, and the course's figures. */
import { Link } from '@tanstack/react-router';
import { rehearse } from '#contract/course/rehearsal.ts';
import { classesIn } from '#contract/course/walk.ts';
import type { CallResult } from '#kit/api/use-call.ts';
import { counted, formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { OpenCourse } from '../course-words.tsx';
import { Findings, useMissing } from '../needs.tsx';
import type { CourseProgress } from './reach.ts';

export function Overview({ opened, progress }: { opened: OpenCourse; progress: CallResult<CourseProgress> }) {
  const { record, base } = opened;
  const { missing } = useMissing(opened);
  const isComplete = record.isPublished || missing.length === 0;
  const findings = rehearse(record.sections);
  return (
    <>
      {(findings.length > 0 || isComplete) && (
        <Section title={findings.length === 0 ? 'Nothing to fix' : `To fix ${formatNumber(findings.length)}`}>
          {findings.length > 0 && <Findings findings={findings} base={base} />}
        </Section>
      )}
      <Loaded result={progress} what="figures" skeleton={<span />}>
        {(figures) => <Facts title="Members" facts={factsOf(figures, opened)} />}
      </Loaded>
    </>
  );
}

const shareOf = (count: number, all: number) =>
  `${formatNumber(count)}${all > 0 ? ` · ${Math.round((100 * count) / all)}%` : ''}`;

function factsOf({ members, started, finished, medianScore }: CourseProgress, { record, base }: OpenCourse) {
  const classes = classesIn(record.sections);
  const next = classes.find(({ startAt }) => Date.parse(startAt) > Date.now());
  return [
    [
      'With access',
      <Link key="members" to={`${base}/members`}>
        {counted(members, 'member', 'members')}
      </Link>,
    ],
    ...(members > 0
      ? ([
          ['Started', shareOf(started, members)],
          ['Finished', shareOf(finished, members)],
          ['Median score', medianScore === null ? 'No quiz taken' : formatNumber(medianScore)],
        ] as const)
      : []),
    ...(classes.length > 0
      ? ([
          [
            'Next class',
            next ? (
              <Link key="class" to={`${base}/schedule`}>
                {next.name}, {formatShortMinute(next.startAt)}
              </Link>
            ) : (
              'None planned'
            ),
          ],
        ] as const)
      : []),
  ] as const;
}
