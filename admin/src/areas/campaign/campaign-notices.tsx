/** Notices of a campaign: discounts that conflict, and promotions that are switched differently. */
import { Button, Group } from '@mantine/core';
import { campaigns } from '#contract/campaign/endpoints.ts';
import { campaignEffect } from '#contract/campaign/promotions.ts';
import { ConflictTable } from '#admin-shared/pricing/conflict-table.tsx';
import { conflictsId, Notice } from '#admin-shared/pricing/notice.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { counted } from '#kit/format/formats.ts';
import { differing, isOn } from './campaign-words.ts';
import type { OpenCampaign } from './promotions.tsx';

export function CampaignNotices({ id, record }: OpenCampaign) {
  const { data: effect } = useCall(campaignEffect, { params: { id } });
  const others = differing(record);
  return (
    <>
      {effect && effect.conflicts.length > 0 && (
        <Notice id={conflictsId} label="Conflicts">
          These discounts hold the same products in the same period. Open a discount to take its products over:
          <ConflictTable
            label="Discounts in conflict"
            many="products"
            rows={effect.conflicts.map(({ id: own, name, holder, ...other }) => ({
              ...other,
              name: holder,
              of: { id: own, name },
            }))}
          />
        </Notice>
      )}
      {others.length > 0 && <Differing id={id} record={record} count={others.length} />}
    </>
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
