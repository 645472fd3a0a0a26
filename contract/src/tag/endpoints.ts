/** Tags of people (ours): a name and a colour of the badges. */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { idOf, name } from '../kernel/fields.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';

export const tagColours = {
  grey: 'Grey',
  blue: 'Blue',
  green: 'Green',
  yellow: 'Yellow',
  red: 'Red',
  purple: 'Purple',
} as const;
const colour = choice(tagColours);

/** Tag of a person, as shown on them. */
export const tagOfPerson = z.object({ id: idOf('tag'), name: z.string(), colour });
export type TagOfPerson = z.output<typeof tagOfPerson>;

export const tagDraft = z.object({
  name: field(name(1, 40), { label: 'Name' }),
  colour: field(colour.default('grey'), { label: 'Colour' }),
});

const records = recordEndpoints({
  kind: 'tag',
  draft: tagDraft,
  sorts: withReverse('name', '-totalUsers', '-createdAt'),
  more: { totalUsers: z.int() },
  detail: {},
  messages: {
    create: { ok: 'Tag created', fail: 'The tag was not created' },
    update: { ok: 'Tag saved', fail: 'The tag was not saved' },
    remove: { ok: 'Tag deleted', fail: 'The tag was not deleted' },
  },
});

/** Endpoints of tags; all who see people can list the tags that they filter by. */
export const tags = { ...records, list: { ...records.list, roles: ['admin', 'customer-service'] as const } };
