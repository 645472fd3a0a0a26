/** Mail to the owner of a user about what others try with it. */
import type { Tenant } from '#contract/kernel.ts';
import { type EventContext, securityEvent } from './security-event.ts';

/**
 * Tells the owner; today a line of the log, tomorrow a mail by a job. May be called more than once for one series of
 * tries: one a day and user is enough, which is the key to enqueue it under.
 */
export async function notifyOwner(
  context: EventContext & { tenant: Tenant },
  userId: string,
  reason: 'many-failures',
): Promise<void> {
  await securityEvent(context, { kind: 'owner-notified', tenant: context.tenant, userId, detail: reason });
}
