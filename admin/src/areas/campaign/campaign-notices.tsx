/** Notices of a campaign: discounts that conflict, and promotions that are switched differently. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { campaigns } from '#contract/campaign/endpoints.ts';
import { campaignEffect } from '#contract/campaign/promotions.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useTakeOver } from '#admin-shared/assignment/use-take-over.ts';
import { ConflictTable } from '#admin-shared/pricing/conflict-table.tsx';
import classes from '#admin-shared/pricing/discount.module.css';
import { discountLinks } from '#admin-shared/pricing/discount-links.ts';
import { conflictsId, Notice } from '#admin-shared/pricing/notice.tsx';
import { startInWords } from '#admin-shared/pricing/taking-words.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { runThenFocus } from '#kit/feedback/focus.ts';
import { counted } from '#kit/format/formats.ts';
import { firstHeadAction } from '#kit/record/head-actions.tsx';
import { differing, isOn } from './campaign-words.ts';
import type { OpenCampaign } from './promotions.tsx';

type Conflict = Reply<typeof campaignEffect>['conflicts'][number];

export function CampaignNotices({ id, record }: OpenCampaign) {
  const { data: effect } = useCall(campaignEffect, { params: { id } });
  const others = differing(record);
  return (
    <>
      {effect && effect.conflicts.length > 0 && (
        <Notice id={conflictsId} label="Conflicts">
          These discounts hold the same products in the same period. Only one of them can be active at a time:
          <ConflictTable
            label="Discounts in conflict"
            many="products"
            rows={effect.conflicts.map(({ id: own, name, holder, ...other }) => ({
              ...other,
              name: holder,
              of: { id: own, name },
            }))}
          />
          {effect.conflicts
            .filter(({ takeable, id: own }, n, all) => takeable > 0 && all.findIndex((one) => one.id === own) === n)
            .map((conflict) => (
              <TakeOver key={conflict.id} record={record} conflict={conflict} />
            ))}
        </Notice>
      )}
      {others.length > 0 && <Differing id={id} record={record} count={others.length} />}
    </>
  );
}

/** Plans that the products of a discount leave the discounts outside the campaign; several discounts have a button each. */
function TakeOver({ record, conflict }: Pick<OpenCampaign, 'record'> & { conflict: Conflict }) {
  const [openedAt] = useState(Date.now);
  const { id, name, takeable } = conflict;
  const own = record.promotions.find((one) => one.id === id);
  const link = discountLinks[own?.productType ?? 'courses'];
  const taking = useTakeOver(link, id);
  if (!own) return null;
  return (
    <div className={classes['choices']}>
      <Button
        size="xs"
        loading={taking.loading}
        onClick={() => void runThenFocus(() => taking.run('start'), firstHeadAction)}
      >
        Take {counted(takeable, link.one, link.many)} over into “{name}”
      </Button>
      <span>
        {takeable === 1 ? 'It leaves' : 'They leave'} the other discounts {startInWords(own, openedAt)}.
      </span>
    </div>
  );
}

/** Promotions that are on while the campaign is off, or the other way; one press makes them equal. */
function Differing({ id, record, count }: Pick<OpenCampaign, 'id' | 'record'> & { count: number }) {
  const toggle = useAction(campaigns.setStatus);
  const isActive = isOn(record);
  const [is, state] = isActive ? ['on', 'off'] : ['off', 'on'];
  const named = counted(count, 'promotion', 'promotions');
  return (
    <Notice label="Switched differently">
      The campaign is switched {is}, but {named} {count === 1 ? 'is' : 'are'} switched {state}.
      <Group mt="sm">
        <Button
          size="xs"
          variant="default"
          loading={toggle.loading}
          onClick={() => void toggle.run({ params: { id }, body: { status: isActive ? 1 : 0 } })}
        >
          {isActive ? 'Activate' : 'Deactivate'} {named}
        </Button>
      </Group>
    </Notice>
  );
}
