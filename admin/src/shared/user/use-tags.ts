/** All tags of the brand, which has tens of them. */
import { tags } from '#contract/tag/endpoints.ts';
import { maxPageSize } from '#contract/kernel/page-size.ts';
import { useCall } from '#kit/api/use-call.ts';

export const useTags = (isNeeded = true) =>
  useCall(tags.list, { query: { page: 1, pageSize: maxPageSize } }, { enabled: isNeeded });
