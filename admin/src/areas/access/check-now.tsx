/** Time of the last check, and the button that runs another. */
import { Button, Text } from '@mantine/core';
import { checkAccess } from '#contract/access/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { formatRecent } from '#kit/format/formats.ts';
import { mayMend } from './gap.ts';

interface Props {
  checkedAt: string | null;
  isRunning: boolean;
}

const stateOf = ({ checkedAt, isRunning }: Props) =>
  isRunning ? 'Checking' : checkedAt === null ? 'Not checked yet' : `Checked ${formatRecent(checkedAt)}`;

export function CheckNow(props: Props) {
  const check = useAction(checkAccess);
  return (
    <>
      <Text size="sm" c="dimmed" role="status" style={{ alignSelf: 'center' }}>
        {stateOf(props)}
      </Text>
      {mayMend() && (
        <Unavailable why={props.isRunning && 'A check is running'}>
          <Button variant="default" loading={check.loading} onClick={() => void check.run({})}>
            Check now
          </Button>
        </Unavailable>
      )}
    </>
  );
}
