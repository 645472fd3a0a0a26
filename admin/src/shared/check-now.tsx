/** Time of the last check of a list that a job fills, and the button that runs another. */
import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { formatNear } from '#kit/format/formats.ts';
import classes from './check-now.module.css';

interface Props {
  /** Endpoint that starts a check. */
  call: Endpoint;
  checkedAt: string | null;
  isRunning: boolean;
  /** Text while a check runs. */
  progress?: string | undefined;
}

const stateOf = ({ checkedAt, isRunning, progress = 'Checking' }: Props) =>
  isRunning ? progress : checkedAt === null ? 'Not checked yet' : `Checked ${formatNear(checkedAt)}`;

export function CheckNow(props: Props) {
  const check = useAction(props.call);
  return (
    <>
      <Text
        size="sm"
        c="dimmed"
        role="status"
        className={classes['checked']}
        data-running={props.isRunning || undefined}
      >
        {stateOf(props)}
      </Text>
      {mayCall(props.call, role() ?? '') && (
        <Unavailable why={props.isRunning && 'A check is running'} isShown>
          <Button
            variant="default"
            title={`Check now. ${stateOf(props)}`}
            leftSection={<IconRefresh size={16} />}
            loading={check.loading}
            onClick={() => void check.run({})}
          >
            Check now
          </Button>
        </Unavailable>
      )}
    </>
  );
}
