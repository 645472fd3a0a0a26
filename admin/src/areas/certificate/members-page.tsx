/**
 * Members of a course without a certificate: who gets one with the next issue, and which rules the others do not meet
 * yet. No selection, sort or views: all who are ready get theirs together, and the list belongs to its course.
 */
import { Button, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listCertificateMembers } from '#contract/certificate/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getUserProfile } from '#contract/user/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { IssueButton } from '#admin-shared/certificate/issue-button.tsx';
import { Badge } from '#kit/display/badge.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { type Column, SourceListPage } from '#kit/list/list-page.tsx';
import { type RowOf, endpointSource } from '#kit/list/source.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { useTitledPage } from '#kit/record/page-title.ts';
import { courseBreadcrumb } from './course-breadcrumb.ts';

type Member = RowOf<typeof listCertificateMembers, 'members'>;

const Reasons = ({ failed }: Member) => (
  <>
    {failed.length === 0 && <Text size="sm">Meets every rule</Text>}
    {failed.map(({ rule, reason }) => (
      <Text key={rule} size="sm">
        {reason}
      </Text>
    ))}
  </>
);

const columns: readonly Column<Member>[] = [
  { label: 'Member', cell: ({ name }) => name },
  { label: 'Rules', cell: (member) => <Reasons {...member} />, isLong: true, card: 'fact' },
  {
    label: 'Score',
    cell: ({ score }) => (score === null ? '–' : formatNumber(score)),
    align: 'right',
    width: 92,
    hiddenBelow: 840,
  },
  {
    label: 'Status',
    cell: ({ failed }) =>
      failed.length === 0 ? <Badge colour="green">Ready</Badge> : <Badge colour="grey">Not yet</Badge>,
    width: 108,
    card: 'badge',
  },
];

const rowKey = ({ userId }: Member) => userId;
const rowLink = ({ userId }: Member) => `/user/${userId}`;

const filtersOf = (ready: number, notReady: number) => [
  {
    name: 'isReady',
    label: 'Rules',
    tabs: [
      { value: '', label: `All (${formatNumber(ready + notReady)})` },
      { value: 'true', label: `Ready (${formatNumber(ready)})` },
      { value: 'false', label: `Not yet (${formatNumber(notReady)})` },
    ],
  },
];

function Members({ id, name, ready, notReady }: { id: string; name: string; ready: number; notReady: number }) {
  const source = useMemo(() => endpointSource(listCertificateMembers, 'members', { id }), [id]);
  useTitledPage('Members without one', courseBreadcrumb({ id, name }));
  return (
    <SourceListPage
      source={source}
      title={`Without a certificate of ${name}`}
      columns={columns}
      rowKey={rowKey}
      {...(mayCall(getUserProfile, role() ?? '') && { rowLink })}
      filters={filtersOf(ready, notReady)}
      search={{ placeholder: 'Search members' }}
      actions={
        <>
          <Button component={Link} to={`/certificate/course/${id}`} variant="default">
            Certificates
          </Button>
          <IssueButton courseId={id} ready={ready} />
        </>
      }
      empty={{
        title: 'Nobody is without a certificate',
        text: 'Members who have no certificate of this course yet appear here, with the rules they do not meet.',
      }}
    />
  );
}

export function MembersPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(listCertificateMembers, { params: { id }, query: { pageSize: 1 } });
  return (
    <Loaded result={result} what="course" isPage>
      {({ course, ready, notReady }) => <Members id={id} name={course.name} ready={ready} notReady={notReady} />}
    </Loaded>
  );
}
