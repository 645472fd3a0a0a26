/** Badge and list filter of the publication status. */
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
