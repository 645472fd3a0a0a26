/** Delivery of a rendered mail to a person by a job. */
import { runAtLeastOnce } from '#platform/jobs/effects.ts';
import type { JobContext } from '#platform/jobs/job.ts';
import type { RenderedMail } from './template.ts';

/** Text without control characters, which headers do not take. */
export const onOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

/** Sends the mail of a job in the name of its brand, at least once. */
export const mailOnce = (
  { db, key, mailer, tenant, config }: Pick<JobContext, 'db' | 'key' | 'mailer' | 'tenant' | 'config'>,
  to: { name: string; address: string },
  letter: RenderedMail & { headers?: Record<string, string> },
): Promise<void> => runAtLeastOnce(db, key, () => mailer.send({ key, sender: config.brands[tenant], to, ...letter }));
