/** Presence at the desk: the order that a user is working on, whether or not it is claimed (docs/decisions/0055). */
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { deskUrl, documentId } from './desk.ts';
import { trackingRoles } from './endpoints.ts';

/** Reports the order that the caller is working on; repeated while they are. `readDesk` shows it to others for 15 seconds. */
export const reportPresence = endpoint({
  area: 'desk-order',
  roles: trackingRoles,
  method: 'POST',
  url: `${deskUrl}/:id/presence/`,
  params: z.object({ id: documentId }),
  body: z.object({}),
  reply: z.object({}),
});
