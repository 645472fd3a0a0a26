/** Navigation, pages and records of tags. */
import { IconTags } from '@tabler/icons-react';
import { tags } from '#contract/tag/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'People',
      place: 3,
      label: 'Tags',
      to: '/tag',
      icon: IconTags,
      // Others list tags to filter people, but cannot open one.
      opens: tags.get,
      create: { what: 'tag', call: tags.create },
    },
  ],
  pages: {
    '/tag': page(() => import('./tag-list-page.tsx'), 'TagListPage'),
    '/tag/$id': page(() => import('./tag-page.tsx'), 'TagPage'),
  },
  records: { tag: ['/tag', tags.get] },
};
