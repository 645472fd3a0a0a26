/** Receiver of Lectern's webhooks: verifies them and remembers certificates. */
import { Webhook } from 'standardwebhooks';
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

/**
 * Takes an event. It may arrive twice, so that taking it again changes nothing.
 * @throws Error if the signature is wrong or older than five minutes
 */
export async function receive(body: string, headers: Record<string, string>): Promise<void> {
  const event = verifier.verify(body, headers) as Event;
  if (event.type !== 'certificate.issued') return;
  const { externalId, code } = await getCertificate(event.data.certificateId);
  if (externalId) codes.set(externalId, (codes.get(externalId) ?? new Set()).add(code));
}

/** Certificates that a member has received, as they are now. */
export const certificatesOf = (member: string) => Promise.all([...(codes.get(member) ?? [])].map(getCertificate));
