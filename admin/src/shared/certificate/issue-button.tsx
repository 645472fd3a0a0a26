/** Button that issues the certificates of a course to all members who meet its rules and have none. */
import { Button } from '@mantine/core';
import { issueToCourses, maxIssued } from '#contract/certificate/endpoints.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { role } from '#kit/api/session.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted } from '#kit/format/formats.ts';

/** `ready`: number of members who meet every rule. */
export function IssueButton({ courseId, ready }: { courseId: string; ready: number }) {
  const issue = useAction(issueToCourses);
  if (!mayCall(issueToCourses, role() ?? '')) return null;
  const expected = Math.min(ready, maxIssued);
  return (
    <Unavailable why={ready === 0 && 'No member without a certificate meets the rules'}>
      <Button loading={issue.loading} onClick={() => void issue.run({ body: { courseIds: [courseId], expected } })}>
        {ready === 0 ? 'Issue certificates' : `Issue ${counted(expected, 'certificate', 'certificates')}`}
      </Button>
    </Unavailable>
  );
}
