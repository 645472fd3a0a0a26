/** Rule of the chase order in words, and its dialog for admins. */
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { getChaseRule, updateChaseRule } from '#contract/order-tracking/chase.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { describeRule } from './chase-words.ts';
import classes from './desk.module.css';

const RuleDialog = lazy(async () => ({ default: (await import('./chase-rule-dialog.tsx')).ChaseRuleDialog }));

export function ChaseRuleLine() {
  const { data: rule, refetch } = useCall(getChaseRule, {});
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={classes['rule']} aria-label="Rule of the chase order">
      <p>{rule ? describeRule(rule).join(' · ') : ' '}</p>
      {rule && mayCall(updateChaseRule, role() ?? '') && (
        <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
          Change rule
        </Button>
      )}
      {rule && isOpen && (
        <Suspense>
          <RuleDialog rule={rule} refetch={refetch} close={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
