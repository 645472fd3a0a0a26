/** Messages of templates: for each order status at the desk, and for members at risk, with variables (ours). */
import { z } from 'zod';
import { choice, field } from '../kernel/draft.ts';
import { name, text, whole } from '../kernel/fields.ts';
import { orderStatusLabels } from '../order/status.ts';
import { trackingRoles } from './endpoints.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { templateVariables, unknownVariables } from './template-text.ts';

/** Orders of a status, or members at risk (contract/src/course/risk.ts). */
export const templateUses = { ...orderStatusLabels, 'at-risk': 'Members at risk' } as const;
export type TemplateUse = keyof typeof templateUses;

const longestBody = 1000;
const known = Object.keys(templateVariables).map((variable) => `{${variable}}`);

const body = text(longestBody)
  .refine((written) => written.trim() !== '', 'Write something')
  .superRefine((written, context) => {
    const [first] = unknownVariables(written);
    if (first !== undefined)
      context.addIssue({ code: 'custom', message: `There is no variable {${first}}: use ${known.join(', ')}` });
  });

/** Form fields of a template. */
export const deskTemplateDraft = z.object({
  name: field(name(1, 100), { label: 'Name', hint: 'The first by name is what the key w takes.' }),
  status: field(choice(templateUses), { label: 'For orders that are', hint: 'Or for members at risk.' }),
  body: field(body, { label: 'Message', kind: 'textArea', hint: `Variables: ${known.join(', ')}.` }),
  followUpHours: field(whole().min(1, 'From 1 to 720').max(720, 'From 1 to 720').nullable().default(null), {
    label: 'Next follow-up after hours',
    hint: 'Set when somebody is written to. Empty: stays as it is.',
  }),
});

/** Endpoints of templates: list, create, get, update and remove. */
export const deskTemplates = recordEndpoints({
  kind: 'desk-template',
  id: 'templateId',
  rows: 'templates',
  url: '/admin/order-tracking/templates',
  draft: deskTemplateDraft,
  sorts: ['name'],
  more: {},
  detail: {},
  messages: {
    create: { ok: 'Template created', fail: 'The template was not created' },
    update: { ok: 'Template saved', fail: 'The template was not saved' },
    remove: { ok: 'Template deleted', fail: 'The template was not deleted' },
  },
});

/** Lists the templates of all order statuses by name, for the roles that work at the desk; not paged. */
export const deskMessages = endpoint({
  area: 'desk-template',
  method: 'GET',
  url: '/admin/order-tracking/messages/',
  roles: trackingRoles,
  reply: z.object({ templates: z.array(deskTemplates.row.omit({ updatedAt: true })) }),
});
export type DeskTemplate = z.infer<typeof deskMessages.reply>['templates'][number];
