/** Navigation, pages and records of campaigns, and promotions over time. */
import { IconSpeakerphone, IconTimeline } from '@tabler/icons-react';
import { campaigns } from '#contract/campaign/endpoints.ts';
import { readTimeline } from '#contract/campaign/timeline.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Promotions',
      place: 3,
      label: 'Campaigns',
      to: '/campaign',
      icon: IconSpeakerphone,
      opens: campaigns.list,
      create: { what: 'campaign', call: campaigns.create },
    },
    {
      group: 'Promotions',
      place: 4,
      label: 'Timeline',
      to: '/promotion',
      icon: IconTimeline,
      opens: readTimeline,
    },
  ],
  pages: {
    '/campaign': page(() => import('./campaign-list-page.tsx'), 'CampaignListPage'),
    '/campaign/$id': page(() => import('./campaign-page.tsx'), 'CampaignPage'),
    '/promotion': page(() => import('./timeline-page.tsx'), 'TimelinePage'),
  },
  records: { campaign: ['/campaign', campaigns.get] },
  found: {
    campaign: { to: '/campaign', one: 'Campaign' },
  },
};
