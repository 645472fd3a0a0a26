/** Fact of a discount or voucher: the campaign that it is in, as a link. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface InCampaign {
  campaign: { id: string; name: string } | null;
}

export const campaignFact = ({ campaign }: InCampaign): readonly (readonly [label: string, value: ReactNode])[] =>
  campaign
    ? [
        [
          'Campaign',
          <Link key="campaign" to="/campaign/$id" params={{ id: campaign.id }}>
            {campaign.name}
          </Link>,
        ],
      ]
    : [];
