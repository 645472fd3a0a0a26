/**
 * Certificates of one course, and how many more can be issued. No selection or views: each is revoked by itself, and the
 * list belongs to its course.
 */
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { listCertificateMembers, listCertificates } from '#contract/certificate/endpoints.ts';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { useCall } from '#kit/api/use-call.ts';
import {
  certificateColumns,
  certificateFilters,
  certificateKey,
  noCertificates,
} from '#admin-shared/certificate/certificate-columns.tsx';
import { IssueButton } from '#admin-shared/certificate/issue-button.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { SourceListPage } from '#kit/list/list-page.tsx';
import { endpointSource } from '#kit/list/source.ts';
import { useListState } from '#kit/list/use-list-state.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { useTitledPage } from '#kit/record/page-title.ts';
import { courseBreadcrumb } from './course-breadcrumb.ts';

/** Polling interval while PDFs are being created by jobs. */
const everyMs = 2_000;

function useFollowedPapers(id: string): void {
  const { state } = useListState(listCertificates.query!);
  const input = { params: { id }, query: state } as CallInput<typeof listCertificates>;
  const isMaking = (data?: Reply<typeof listCertificates>) =>
    data?.certificates.some(({ status }) => status === 'pending') ?? false;
  useCall(listCertificates, input, { everyMs: (data) => isMaking(data) && everyMs, keepPrevious: true });
}

function Certificates({ id, name, ready, notReady }: { id: string; name: string; ready: number; notReady: number }) {
  const source = useMemo(() => endpointSource(listCertificates, 'certificates', { id }), [id]);
  useFollowedPapers(id);
  useTitledPage('Issued', courseBreadcrumb({ id, name }));
  return (
    <SourceListPage
      source={source}
      title={`Certificates of ${name}`}
      columns={certificateColumns}
      rowKey={certificateKey}
      filters={certificateFilters}
      search={{ placeholder: 'Search name or code' }}
      actions={
        <>
          <Button component={Link} to={`/certificate/course/${id}/members`} variant="default">
            Members without one: {formatNumber(ready + notReady)}
          </Button>
          <IssueButton courseId={id} ready={ready} />
        </>
      }
      empty={noCertificates}
    />
  );
}

export function CertificatesPage() {
  const { id = '' } = useParams({ strict: false });
  const result = useCall(listCertificateMembers, { params: { id }, query: { pageSize: 1 } });
  return (
    <Loaded result={result} what="course" isPage>
      {({ course, ready, notReady }) => <Certificates id={id} name={course.name} ready={ready} notReady={notReady} />}
    </Loaded>
  );
}
