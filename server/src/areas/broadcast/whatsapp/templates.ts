/** Templates of a brand at WhatsApp: fetched by a job, and listed. */
import { sql } from 'kysely';
import { z } from 'zod';
import { maxParameters, type listWhatsAppTemplates } from '#contract/broadcast/endpoints.ts';
import type { Reply, Tenant } from '#contract/kernel/endpoint.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { type MetaTemplate, readTemplates, whatsAppSetUp } from './client.ts';

const bodyOf = ({ components }: MetaTemplate) => components.find(({ type }) => type === 'BODY')?.text ?? '';

/** Parts of a template that messages cannot fill, in words; '': none. */
function unsupportedPart(template: MetaTemplate): string {
  const header = template.components.find(({ type }) => type === 'HEADER');
  const buttons = template.components.flatMap((one) => one.buttons ?? []);
  if (header && (header.format !== 'TEXT' || header.text?.includes('{{'))) return 'a header with a variable or a file';
  if (
    buttons.some(({ type, url = '' }) => url.includes('{{') || !['QUICK_REPLY', 'URL', 'PHONE_NUMBER'].includes(type))
  )
    return 'buttons with variables';
  if (/\{\{(?!\d+\}\})/.test(bodyOf(template))) return 'named variables';
  return parametersOf(bodyOf(template)) > maxParameters ? 'too many variables' : '';
}

/** Highest number of a variable in a body. */
export const parametersOf = (body: string): number =>
  Math.max(0, ...[...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, n]) => Number(n)));

/** Fetches the templates, each night and when an admin asks. */
export const syncTemplates = defineJob({
  name: 'sync-whatsapp-templates',
  ids: z.object({}),
  cron: '20 3 * * *',
  timeout: 120,
  async run({ db, config, tenant, signal }) {
    const account = config.whatsApp[tenant];
    if (!account) return;
    const found = await readTemplates(account, signal);
    const rows = found.map((one) => ({
      name: one.name,
      language: one.language,
      category: one.category,
      status: one.status,
      body: bodyOf(one),
      unsupported: unsupportedPart(one),
    }));
    await db.transaction().execute(async (tx) => {
      await sql`update whatsapp_template set status = 'DELETED', synced_at = now()`.execute(tx);
      await sql`insert into whatsapp_template (name, language, category, status, body, unsupported)
        select name, language, category, status, body, unsupported
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as one (name text, language text, category text, status text, body text, unsupported text)
        on conflict (tenant, name, language) do update set category = excluded.category, status = excluded.status,
          body = excluded.body, unsupported = excluded.unsupported, synced_at = now()`.execute(tx);
    });
  },
});

/** Why a template cannot be used; null: it can. */
export function unusableReason({ status, unsupported }: { status: string; unsupported: string }): string | null {
  if (status !== 'APPROVED') return `WhatsApp has it as ${status.toLowerCase()}`;
  return unsupported === '' ? null : `It has ${unsupported}`;
}

export async function findTemplates(
  db: Db,
  config: Config,
  tenant: Tenant,
): Promise<Reply<typeof listWhatsAppTemplates>> {
  const rows = await db
    .selectFrom('whatsappTemplate')
    .select(['id as templateId', 'name', 'language', 'category', 'status', 'body', 'unsupported', 'syncedAt'])
    .orderBy('name')
    .orderBy('language')
    .limit(1_000)
    .execute();
  return {
    setUp: whatsAppSetUp(config, tenant),
    isSimulated: config.whatsApp[tenant]?.isSimulated ?? false,
    syncedAt:
      rows
        .map(({ syncedAt }) => syncedAt)
        .toSorted()
        .at(-1) ?? null,
    templates: rows
      .filter(({ status }) => status !== 'DELETED')
      .map(({ unsupported, status, syncedAt: _, ...row }) => ({
        ...row,
        parameters: parametersOf(row.body),
        unusable: unusableReason({ status, unsupported }),
      })),
  };
}
