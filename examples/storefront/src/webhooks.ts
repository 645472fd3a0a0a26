/** Receiver of Lectern's webhooks: verifies them and remembers certificates. */
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import type { webhooks } from './api.d.ts';
import { dataOf, lectern } from './lectern.ts';
import { settings } from './settings.ts';

type Event = {
  [Type in keyof webhooks]: webhooks[Type]['post']['requestBody']['content']['application/json'];
}[keyof webhooks];

const verifier = new Webhook(settings.webhookSecret);

/** Codes of certificates by member; a real shop keeps them in its database. */
const codes = new Map<string, Set<string>>();

const getCertificate = (code: string) =>
  dataOf(lectern.GET('/api/integration/certificates/{code}', { params: { path: { code } } }));

/** Event of a request; undefined if its signature is wrong or older than five minutes. */
function verified(body: string, headers: Record<string, string>): Event | undefined {
  try {
    return verifier.verify(body, headers) as Event;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return undefined;
    throw error;
  }
}

/** Takes an event, which may arrive twice; returns the status to reply with. */
export async function receive(body: string, headers: Record<string, string>): Promise<204 | 401> {
  const event = verified(body, headers);
  if (!event) return 401;
  if (event.type === 'certificate.issued') {
    const { externalId, code } = await getCertificate(event.data.certificateId);
    if (externalId) codes.set(externalId, (codes.get(externalId) ?? new Set()).add(code));
  }
  return 204;
}

/** Certificates that a member has received, as they are now. */
export const certificatesOf = (member: string) => Promise.all([...(codes.get(member) ?? [])].map(getCertificate));
