/** Area of campaigns, and of promotions over time. */
import { campaigns } from '#contract/campaign/endpoints.ts';
import type { Area } from '#shared/area.ts';
import { mixedSwitchKind } from '#shared/batch/switching.ts';
import { refuseClashes } from '#shared/pricing/conflicts.ts';
import { campaignRoutes } from './routes.ts';

export const area: Area = {
  routes: [campaignRoutes],
  batches: [
    mixedSwitchKind('campaign-switch', campaigns.setStatus, [
      { record: 'campaign' },
      { record: 'discount', check: refuseClashes },
      { record: 'voucher' },
    ]),
  ],
  searched: [{ table: 'campaign', place: 15, kind: 'campaign', opens: campaigns.list }],
};
