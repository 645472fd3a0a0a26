/** Certificates tab of a course: its rules, issued certificates, and how many more can be issued. */
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { listCertificateMembers, listCertificates } from '#contract/certificate/endpoints.ts';
import { courseDraft } from '#contract/course/draft.ts';
import { labelsOf } from '#contract/kernel/draft.ts';
import { useCall } from '#kit/api/use-call.ts';
import {
  certificateColumns,
  certificateFilters,
  certificateKey,
  noCertificates,
} from '#admin-shared/certificate/certificate-columns.tsx';
import { IssueButton } from '#admin-shared/certificate/issue-button.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { RowsOf } from '#kit/record/related-list.tsx';
import type { OpenCourse } from './course-words.tsx';

export const certificates = { label: 'Certificates', path: 'certificates' };

const labels = labelsOf(courseDraft);

/** Issued certificates, also of a course whose certificates were switched off. */
function Issued({ id }: { id: string }) {
  const { data } = useCall(listCertificateMembers, { params: { id }, query: { pageSize: 1 } });
  const { ready = 0, notReady = 0 } = data ?? {};
  return (
    <>
      <Group gap="md" my="md">
        <IssueButton courseId={id} ready={ready} />
        {data && (
          <Anchor component={Link} to={`/certificate/course/${id}/members`} size="sm">
            {counted(ready + notReady, 'member', 'members')} without one, and why
          </Anchor>
        )}
        <Anchor component={Link} to={`/certificate/course/${id}`} size="sm">
          All certificates of this course
        </Anchor>
      </Group>
      <RowsOf
        title="Issued"
        call={listCertificates}
        rows="certificates"
        id={id}
        columns={certificateColumns}
        rowKey={certificateKey}
        search="Search name or code"
        filters={certificateFilters}
        empty={noCertificates}
        nothing={{
          title: 'No such certificate',
          text: 'No certificate of this course matches. Try another search or filter.',
        }}
      />
    </>
  );
}

export function Certificates({ record, form, mayEdit }: OpenCourse) {
  const { id, hasCertificate, passingScore, finalProject } = record;
  return (
    <>
      <Section title="Certificates">
        <Text size="sm" mb="md">
          {hasCertificate
            ? `Members who complete this course with a score of ${formatNumber(passingScore)} or more get a certificate.`
            : 'Members of this course get no certificate.'}
        </Text>
        <Facts
          title="Rules"
          facts={[
            [labels.hasCertificate, hasCertificate ? 'Yes' : 'No'],
            [labels.passingScore, formatNumber(passingScore)],
            [
              'Final project',
              finalProject ? `Reviewed with ${formatNumber(finalProject.passingScore)} or more` : 'None',
            ],
          ]}
        />
        {mayEdit && (
          <Anchor component="button" type="button" size="sm" mt="md" onClick={() => form.place.show('hasCertificate')}>
            Change the rules on the overview
          </Anchor>
        )}
      </Section>
      <Issued id={id} />
    </>
  );
}
