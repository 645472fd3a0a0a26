/** The certificates of a course: its rules for them, and where those are changed. */
import { Anchor, Text } from '@mantine/core';
import { courseDraft } from '#contract/course-draft.ts';
import { labelsOf } from '#contract/draft.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import type { OpenCourse } from './course-words.tsx';

/** Its tab. */
export const certificates = { label: 'Certificates', path: 'certificates' };

const labels = labelsOf(courseDraft);

export function Certificates({ record: { hasCertificate, passingScore }, form, mayEdit }: OpenCourse) {
  return (
    <Section title="Certificates">
      <Text size="sm" mb="md">
        {hasCertificate
          ? `Members who complete this course with a score of ${formatNumber(passingScore)} or more are to get a certificate. None can be issued or seen here yet.`
          : 'Members of this course get no certificate.'}
      </Text>
      <Facts
        title="Rules"
        facts={[
          [labels.hasCertificate, hasCertificate ? 'Yes' : 'No'],
          [labels.passingScore, formatNumber(passingScore)],
        ]}
      />
      {mayEdit && (
        <Anchor component="button" type="button" size="sm" mt="md" onClick={() => form.place.show('hasCertificate')}>
          Change the rules on the overview
        </Anchor>
      )}
    </Section>
  );
}
