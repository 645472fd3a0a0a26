/** Publication badge of a learning path; a published one whose courses are all drafts opens nothing. */
import { Badge } from '#kit/display/badge.tsx';
import { PublicationBadge } from '#kit/display/publication.tsx';

export const PathBadge = (path: { isPublished: boolean; totalPublished: number }) =>
  path.isPublished && path.totalPublished === 0 ? (
    <Badge colour="yellow">Nothing to open</Badge>
  ) : (
    <PublicationBadge {...path} />
  );
