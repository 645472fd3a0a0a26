/** What is kept of a notice to the owner of a user about what others try with it. */
import type { Tenant } from '#contract/kernel.ts';
import { type EventContext, securityEvent } from './security-event.ts';

/** May be called more than once for one series of tries; the letter itself is a job (areas/auth/sign-in.ts). */
export async function notifyOwner(
  context: EventContext & { tenant: Tenant },
  userId: string,
  reason: 'many-failures',
): Promise<void> {
  await securityEvent(context, { kind: 'owner-notified', tenant: context.tenant, userId, detail: reason });
}
