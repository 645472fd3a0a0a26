/** Page of webhooks. */
import { listWebhooks } from '#contract/integration/webhooks.ts';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { Webhooks } from './webhooks.tsx';

export const WebhooksPage = () => (
  <DetailPage title="Webhooks">
    <Webhooks />
  </DetailPage>
);
WebhooksPage.reads = listWebhooks;
