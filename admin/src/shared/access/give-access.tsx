/** Button that gives a member access to what they paid for, with Undo in the toast. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { giveAccess, giveItemAccess, undoAccess } from '#contract/access/endpoints.ts';
import { type CallInput, type Reply, mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';

interface Props {
  /** A row of *Paid without access*, or an item of an order, whether or not a check has found it. */
  of: { gapId: string } | CallInput<typeof giveItemAccess>;
  /** Accessible name. */
  label: string;
}

export function GiveAccess({ of, label }: Props) {
  const [refusal, setRefusal] = useState('');
  const back = useAction(undoAccess);
  const undo = (_: unknown, { mends }: Pick<Reply<typeof giveAccess>, 'mends'>) =>
    mends.length > 0 ? () => void back.run({ body: { ids: mends } }) : undefined;
  const row = useAction(giveAccess, { undo });
  const item = useAction(giveItemAccess, { undo });
  if (!mayCall(giveAccess, role() ?? '')) return <span>An admin can give access.</span>;
  const press = async () => {
    if (!('gapId' in of)) return void (await item.run(of));
    const outcome = await row.run({ body: { ids: [of.gapId] } });
    if (outcome.ok) setRefusal(outcome.reply.skipped[0]?.reason ?? '');
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={row.loading || item.loading}
        aria-label={label}
        onClick={() => void press()}
      >
        Give access
      </Button>
      {refusal && <small role="alert">{refusal}</small>}
    </>
  );
}
