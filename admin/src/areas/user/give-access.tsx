/** Button that gives a person access to what they paid for, with undo. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { giveAccess, undoAccess } from '#contract/access/endpoints.ts';
import { mayCall, type Reply } from '#contract/kernel/endpoint.ts';
import type { getUserOverview } from '#contract/user/overview.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';

interface Props {
  gap: Reply<typeof getUserOverview>['missing'][number];
  who: string;
}

export function GiveAccess({ gap, who }: Props) {
  const [refusal, setRefusal] = useState('');
  const back = useAction(undoAccess);
  const give = useAction(giveAccess, {
    undo: (_, { mends }) => (mends.length > 0 ? () => void back.run({ body: { ids: mends } }) : undefined),
  });
  if (!mayCall(giveAccess, role() ?? '')) return null;
  const press = async () => {
    const outcome = await give.run({ body: { ids: [gap.gapId] } });
    if (outcome.ok) setRefusal(outcome.reply.skipped[0]?.reason ?? '');
  };
  return (
    <>
      <Button
        size="compact-sm"
        loading={give.loading}
        aria-label={`Give ${who} access to ${gap.product.name}`}
        onClick={() => void press()}
      >
        Give access
      </Button>
      {refusal && <small role="alert">{refusal}</small>}
    </>
  );
}
