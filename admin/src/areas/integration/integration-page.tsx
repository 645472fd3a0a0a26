/** Page of the integration with other programs, with a tab for each part. */
import { useParams } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { NotFound } from '#kit/feedback/states.tsx';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { Agents } from './agents/agents.tsx';
import { Documentation } from './documentation.tsx';
import { ApiKeys } from './keys/api-keys.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

/** Tabs in order; the first is the page's own path. */
const tabs: readonly { label: string; path: string; content: ComponentType }[] = [
  { label: 'API keys', path: '', content: ApiKeys },
  { label: 'Webhooks', path: 'webhooks', content: Webhooks },
  { label: 'Agents', path: 'agents', content: Agents },
  { label: 'Documentation', path: 'documentation', content: Documentation },
];

export function IntegrationPage() {
  const { tab: path = '' } = useParams({ strict: false });
  const tab = tabs.find((one) => one.path === path);
  if (!tab) return <NotFound />;
  const links = tabs.map(({ label, path: at }) => ({ label, to: `/integration${at && `/${at}`}` }));
  return (
    <DetailPage title="Integration" tabs={links}>
      <tab.content />
    </DetailPage>
  );
}
