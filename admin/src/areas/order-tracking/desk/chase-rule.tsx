/** Button of the chase order that shows its rule in words, and the dialog in which admins change it. */
import { Button, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { getChaseRule, updateChaseRule } from '#contract/order-tracking/chase.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Loaded } from '#kit/record/loaded.tsx';
import { describeRule } from './chase-words.ts';
import classes from './desk.module.css';

const RuleDialog = lazy(async () => ({ default: (await import('./chase-rule-dialog.tsx')).ChaseRuleDialog }));

export function ChaseRule() {
  const result = useCall(getChaseRule, {});
  const { data: rule, refetch } = result;
  const [isShown, { close, toggle }] = useDisclosure();
  const [isChanging, setChanging] = useState(false);
  const change = () => {
    close();
    setChanging(true);
  };
  return (
    <>
      <Popover opened={isShown} onChange={(open) => !open && close()} position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<IconInfoCircle size={16} stroke={1.6} />} onClick={toggle}>
            Rule
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes['rule']}>
          <Loaded result={result} what="rule">
            {(read) => (
              <ul>
                {describeRule(read).map((phrase) => (
                  <li key={phrase}>{phrase}</li>
                ))}
              </ul>
            )}
          </Loaded>
          {rule && mayCall(updateChaseRule, role() ?? '') && (
            <Button variant="default" size="xs" onClick={change}>
              Change rule
            </Button>
          )}
        </Popover.Dropdown>
      </Popover>
      {rule && isChanging && (
        <Suspense>
          <RuleDialog rule={rule} refetch={refetch} close={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
