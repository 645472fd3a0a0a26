/** API key of the list, and the sentence about its last use. */
import type { listApiKeys } from '#contract/integration/keys.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { formatMoment } from '#kit/format/formats.ts';

export type ApiKey = Reply<typeof listApiKeys>['apiKeys'][number];

export const usesOf = ({ lastUsedAt }: ApiKey): string =>
  lastUsedAt ? `This key was last used on ${formatMoment(lastUsedAt)}.` : 'This key was never used.';
