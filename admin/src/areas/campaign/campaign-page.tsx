/** Page of one campaign: its dates, its promotions, the products of its first discount, and what it sold. */
import { campaigns } from '#contract/campaign/endpoints.ts';
import { campaignEffect } from '#contract/campaign/promotions.ts';
import { StatusBadge } from '#admin-shared/pricing/price-reduction.tsx';
import { showConflicts } from '#admin-shared/pricing/notice.tsx';
import { useCall } from '#kit/api/use-call.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import type { Switching } from '#kit/record/use-status-action.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CampaignNotices } from './campaign-notices.tsx';
import { CampaignSales } from './campaign-sales.tsx';
import { isOn, promotionsInWords, switchingInWords } from './campaign-words.ts';
import { DateChanges } from './date-changes.tsx';
import { FirstProducts } from './first-products.tsx';
import { type OpenCampaign, Promotions } from './promotions.tsx';

/** Effect of the switch; while other discounts block it, pressing leads to the conflicts. */
function useSwitching({ id, record }: OpenCampaign): Switching {
  const [openedAt] = useState(Date.now);
  const { data: effect } = useCall(campaignEffect, { params: { id } });
  if (!effect) return {};
  const isStuck = !isOn(record) && effect.conflicts.length > 0;
  return { effect: { text: switchingInWords(record, effect, openedAt), mend: isStuck ? showConflicts : undefined } };
}

const panels = [DateChanges, Promotions, FirstProducts, CampaignSales];

export const CampaignPage = () => (
  <RecordPage
    record={useRecordForm(campaigns)}
    list="/campaign"
    badge={StatusBadge}
    deletion={() => 'its discounts and vouchers stay, with their dates and as they are switched.'}
    fields={[{ title: 'Campaign', rows: ['name', ['startDate', 'endDate']] }]}
    useSwitching={useSwitching}
    notice={CampaignNotices}
    noticeReads={campaignEffect}
    panels={panels}
    facts={(campaign) => [
      ['Promotions', promotionsInWords(campaign)],
      [
        'Switched on',
        `${formatNumber(campaign.promotions.filter(isOn).length)} of ${formatNumber(campaign.totalAssigned)}`,
      ],
      [
        'Related',
        <Link key="timeline" to="/promotion">
          See the timeline
        </Link>,
      ],
    ]}
  />
);
CampaignPage.reads = campaigns.get;
