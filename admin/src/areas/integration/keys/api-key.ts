/** An API key as listed, and words about its use. */
import type { listApiKeys } from '#contract/integration/keys.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoment } from '#kit/format/formats.ts';

export type ApiKey = Reply<typeof listApiKeys>['apiKeys'][number];

export const usesOf = ({ lastUsedAt }: ApiKey) =>
  lastUsedAt ? `It was last used on ${formatMoment(lastUsedAt)}.` : 'It was never used.';
