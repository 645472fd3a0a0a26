/** What happens to sessions and passwords, told in one place, for who has to find out what happened. */
import type { FastifyBaseLogger } from 'fastify';
import type { Tenant } from '#contract/kernel.ts';
import type { Db } from '#platform/database/database.ts';

export interface SecurityEvent {
  kind:
    | 'signed-in'
    | 'sign-in-failed'
    | 'sign-in-throttled'
    | 'signed-out'
    | 'token-reused'
    | 'sessions-ended'
    | 'password-confirmed'
    | 'password-confirmation-failed'
    | 'password-changed'
    | 'export-begun'
    | 'owner-notified';
  tenant: Tenant;
  /** Whom it is about; absent where nobody has the e-mail that was tried. */
  userId?: string | undefined;
  /** Who did it, where that is somebody else. */
  byUserId?: string | undefined;
  /** Shortened, as sessions show it. */
  address?: string | undefined;
  detail?: string | undefined;
}

export interface EventContext {
  db: Db;
  log: FastifyBaseLogger;
}

/** Today one line of the log. `db` may be an open transaction: an entry of the trail is then part of it. */
export async function securityEvent({ log }: EventContext, event: SecurityEvent): Promise<void> {
  log.info({ security: event }, event.kind);
}
