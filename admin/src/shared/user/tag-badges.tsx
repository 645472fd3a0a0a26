/** Tags of a person as badges. */
import type { TagOfPerson } from '#contract/tag/endpoints.ts';
import { Badge } from '#kit/display/badge.tsx';

export const TagBadges = ({ tags }: { tags: readonly TagOfPerson[] }) =>
  tags.length === 0
    ? '–'
    : tags.flatMap(({ id, name, colour }) => [
        <Badge key={id} colour={colour}>
          {name}
        </Badge>,
        ' ',
      ]);
