/** Submissions and certificates of a user. */
import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { certificateStatusNames } from '#contract/certificate/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listUserSubmissions } from '#contract/submission/endpoints.ts';
import { getUserOverview } from '#contract/user/overview.ts';
import { certificateColours } from '#admin-shared/certificate/certificate-columns.tsx';
import { SubmissionBadge } from '#admin-shared/submission/submission-badge.tsx';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { Paging } from '#kit/list/paging.tsx';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { RecordLink } from '#kit/record/record-link.tsx';
import { Lines, SectionLinks } from './lines.tsx';
import type { OpenUser, Profile } from './user.ts';

const pageSize = 10;

export const UserSubmissions = ({ record: user }: OpenUser) => (
  <>
    {mayCall(listUserSubmissions, role() ?? '') && <Submissions user={user} />}
    <Certificates user={user} />
  </>
);

function Submissions({ user: { id, email } }: { user: Profile }) {
  const [page, setPage] = useState(1);
  const input = { params: { userId: id }, query: { page, pageSize } };
  const result = useCall(listUserSubmissions, input, { keepPrevious: true });
  const actions = (
    <SectionLinks>
      <Link to="/submission" search={{ search: email }}>
        View in Submissions
      </Link>
    </SectionLinks>
  );
  return (
    <Section title="Submissions" actions={actions}>
      <Loaded result={result} what="submissions of this user" skeleton={<Skeleton h={60} />}>
        {({ projects, totalItems }) =>
          totalItems === 0 ? (
            <EmptyState title="No submissions">Final projects that this person hands in appear here.</EmptyState>
          ) : (
            <>
              <Lines
                lines={projects.map((one) => ({
                  key: one.id,
                  name: (
                    <Link to="/submission/$id" params={{ id: one.id }}>
                      {one.productName}
                    </Link>
                  ),
                  sub: `Attempt ${one.attempt}`,
                  badge: <SubmissionBadge status={one.status} />,
                  end: one.reviewScore === null ? '–' : `${one.reviewScore} ${one.grade ?? ''}`,
                  endSub: <Moment at={one.submittedAt} />,
                }))}
              />
              {totalItems > pageSize && <Paging {...{ page, pageSize }} total={totalItems} onPage={setPage} />}
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

function Certificates({ user: { id } }: { user: Profile }) {
  const result = useCall(getUserOverview, { params: { id } });
  return (
    <Section title="Certificates">
      <Loaded result={result} what="certificates of this user" skeleton={<Skeleton h={60} />}>
        {({ certificates }) =>
          certificates.length === 0 ? (
            <EmptyState title="No certificates">
              They are issued on the page of a course, for members who meet its rules.
            </EmptyState>
          ) : (
            <Lines
              lines={certificates.map((one) => ({
                key: one.id,
                name: <RecordLink kind="course" id={one.courseId} name={one.courseName} />,
                sub: one.certificateId,
                badge: <Badge colour={certificateColours[one.status]}>{certificateStatusNames[one.status]}</Badge>,
                end: one.fileUrl ? (
                  <Anchor
                    size="sm"
                    href={one.fileUrl}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`PDF of ${one.courseName}`}
                  >
                    PDF
                  </Anchor>
                ) : (
                  (one.grade ?? '–')
                ),
                endSub: <Moment at={one.issuedAt} />,
              }))}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
