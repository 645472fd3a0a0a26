/** Badge and list filter of the publication status, and the effect of publishing what is only sold. */
import { Badge } from './badge.tsx';

export const publicationFilter = {
  name: 'isPublished',
  label: 'Publication',
  options: [
    { value: 'false', label: 'Draft' },
    { value: 'true', label: 'Published' },
  ],
};

export const PublicationBadge = ({ isPublished }: { isPublished: boolean }) => (
  <Badge colour={isPublished ? 'green' : 'grey'}>{isPublished ? 'Published' : 'Draft'}</Badge>
);

/** Effect of publishing and unpublishing. */
export const sellingEffect = ({ record: { isPublished } }: { record: { isPublished: boolean } }) => ({
  effect: { text: isPublished ? ('Unpublish: it cannot be bought' as const) : ('Publish: it can be bought' as const) },
});
