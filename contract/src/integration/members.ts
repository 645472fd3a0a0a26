/** Members that programs register and correct, by ids of their own (ours; domain.md, Integration). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { idOf, name } from '../kernel/fields.ts';
import { changeOf } from '../kernel/record-endpoints.ts';
import { userDraft, userRow } from '../user/endpoints.ts';

const area = 'integration';

/** Id of a record in the program that calls; unique in a brand. */
export const externalId = name(1, 100);
/** Member in a body. */
export const memberRef = z.object({ externalId });

const one = { area, url: '/integration/members/:externalId', roles: 'key', params: z.object({ externalId }) } as const;

/**
 * Creates or corrects a member; fields that are omitted stay. An account without an external id that has the e-mail gets
 * this one. 409 at `email` if another member has it, 403 for accounts of staff. `invite`: sends a new member the link to
 * set a password. The external id of a merged account keeps naming the person, whose fields stay.
 */
export const putMember = endpoint({
  ...one,
  method: 'PUT',
  scope: 'members:write',
  body: changeOf(userDraft)
    .extend({ invite: z.boolean().default(false) })
    .strict(),
  reply: z.object({ userId: idOf('user'), created: z.boolean() }),
});

export const getMember = endpoint({
  ...one,
  method: 'GET',
  scope: 'members:read',
  reply: userRow.pick({ name: true, email: true, phoneNumber: true, uoc: true, status: true, joinedAt: true }).extend({
    userId: idOf('user'),
    externalId: z.string(),
    job: z.string(),
    location: z.string(),
  }),
});
