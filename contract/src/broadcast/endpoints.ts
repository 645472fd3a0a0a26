/** Broadcasts: one message to many people by mail or WhatsApp, with a result for each (ours; docs/decisions/0137). */
import { z } from 'zod';
import { contactChannels } from '../course/risk.ts';
import { choice, field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, filter, idOf, idsOf, listQuery, listReply, name, text, whole } from '../kernel/fields.ts';
import { listSize } from '../kernel/page-size.ts';
import { recordEndpoints } from '../kernel/record-endpoints.ts';
import { withReverse } from '../kernel/sorts.ts';
import { whenValid } from '../kernel/when-valid.ts';
import { peopleFilter } from '../user/filter.ts';
import { consentStates } from './consent.ts';
import { broadcastVariables, unknownInBroadcast } from './text.ts';

/** `stopped`: what was queued is skipped; it can be sent again. */
export const broadcastStates = { draft: 'Draft', sending: 'Sending', done: 'Sent', stopped: 'Stopped' } as const;
export type BroadcastState = keyof typeof broadcastStates;

/**
 * States of a message to a person. `unknown`: handed to WhatsApp, which has not answered; it is not repeated, and its
 * webhook may still say what became of it.
 */
export const deliveryStates = {
  queued: 'Waiting',
  unknown: 'No answer yet',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  skipped: 'Skipped',
} as const;
export type DeliveryState = keyof typeof deliveryStates;

/** Reasons why a person gets no message. */
export const broadcastSkips = {
  inactive: 'The account is deactivated or erased',
  already: 'Already in this broadcast',
  refused: 'Opted out',
  'no-consent': 'No consent recorded',
  'no-phone': 'No phone number',
  'invalid-phone': 'No phone number that WhatsApp accepts',
  'same-phone': 'Another account has the same number',
  'no-window': 'Has not written within 24 hours',
  stopped: 'Stopped before it was sent',
} as const;
export type BroadcastSkip = keyof typeof broadcastSkips;

const longestText = 4_000;
const hint = `Variables: ${broadcastVariables.map((variable) => `{${variable}}`).join(', ')}.`;
const written = <S extends z.ZodType<string>>(schema: S) =>
  schema.superRefine((value, context) => {
    const message = unknownInBroadcast(value);
    if (message) context.addIssue({ code: 'custom', message });
  });
type Values = { channel?: keyof typeof contactChannels };
const onlyFor = (channel: keyof typeof contactChannels) => (values: Values) => ({
  isHidden: values.channel !== channel,
});

/** Upper limit of parameters of a WhatsApp template. */
export const maxParameters = 10;

/** Form fields. A WhatsApp message has a template, or a text for those who wrote within 24 hours. */
export const broadcastDraft = z
  .object({
    name: field(name(3, 100), { label: 'Name', hint: 'For your team.' }),
    channel: field(choice(contactChannels), { label: 'Channel' }),
    subject: field(written(name(0, 150)).default(''), {
      label: 'Subject',
      isOptional: false,
      overrides: onlyFor('mail'),
    }),
    body: field(written(text(longestText).trim()).default(''), {
      label: 'Message',
      isOptional: false,
      kind: 'textArea',
      hint: `${hint} On WhatsApp, a text without a template reaches only people who wrote within 24 hours.`,
    }),
    templateId: field(idOf('whatsapp-template').nullable().default(null), {
      label: 'Template of WhatsApp',
      none: 'None: the message above',
      overrides: onlyFor('whatsapp'),
    }),
    parameters: field(
      z
        .array(written(name(1, 200)))
        .max(maxParameters, `At most ${maxParameters}`)
        .default([]),
      {
        label: 'Parameters of the template',
        hint: `For {{1}}, {{2}} and so on. ${hint}`,
        overrides: onlyFor('whatsapp'),
      },
    ),
  })
  .superRefine(
    ({ channel, subject, body, templateId }, context) => {
      const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (channel === 'mail' && subject === '') miss('subject', 'Write something');
      if (channel === 'mail' && templateId) miss('templateId', 'Templates are for WhatsApp');
      if (templateId === null && body === '') miss('body', 'Write something');
    },
    whenValid('channel', 'subject', 'body', 'templateId'),
  );

const count = z.int();
/** Numbers of people in each state. */
const figures = z.object({
  total: count,
  queued: count,
  unknown: count,
  sent: count,
  delivered: count,
  read: count,
  failed: count,
  skipped: count,
});

/**
 * Endpoints of broadcasts: list, create, get, update and remove. 409 for an update and a removal once it was
 * sent.
 */
export const broadcasts = recordEndpoints({
  kind: 'broadcast',
  draft: broadcastDraft,
  sorts: withReverse('-createdAt', 'name', '-updatedAt'),
  filters: {
    channel: filter(choice(contactChannels), 'Channel'),
    state: filter(choice(broadcastStates), 'Status'),
  },
  more: {
    state: choice(broadcastStates),
    figures,
    /** Moment of the first *Send*, and who sends. */
    startedAt: z.string().nullable(),
    by: z.string().nullable(),
    /** End of the quiet hours that it waits for, if it is more than 10 minutes away. */
    waitsUntil: z.string().nullable(),
  },
  detail: {
    template: z.object({ name: z.string(), language: z.string(), body: z.string() }).nullable(),
    /** Filters by which its people were chosen, each as the query of the page of users. */
    segments: z.array(z.string()),
    /** Why the last try failed, while it is being sent: it is repeated; '' otherwise. */
    problem: z.string(),
    /** People for whom it failed, and whom nothing can have reached; `expected` of {@link retryBroadcast}. */
    unreached: count,
  },
  messages: {
    create: { ok: 'Broadcast created', fail: 'The broadcast was not created' },
    update: { ok: 'Broadcast saved', fail: 'The broadcast was not saved' },
    remove: { ok: 'Broadcast deleted', fail: 'The broadcast was not deleted' },
  },
});

const one = { area: 'broadcast', roles: ['admin'], params: byIdOf('broadcast') } as const;
/** Upper limit of people per send. */
export const maxRecipients = 100_000;
const people = {
  /** Null: all members that match the filter in the query, as for bulk changes; `courseId` is the people of a course. */
  ids: idsOf('user').nullable(),
};

/** Counts who would get it and who would not, by reason; nothing is sent. */
export const previewBroadcast = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/broadcast/:id/preview/',
  query: peopleFilter,
  body: z.object(people),
  reply: z.object({
    /** People chosen; `expected` of {@link sendBroadcast}. */
    total: count,
    /** People who get it. */
    reached: count,
    skipped: z.array(
      z.object({
        reason: choice(broadcastSkips),
        people: count,
        /** Some of them. */
        first: z.array(z.object({ userId: idOf('user'), name: z.string() })),
      }),
    ),
    /** Quiet hours last until then; null: it begins at once. */
    waitsUntil: z.string().nullable(),
    /** Message to the first of those who get it. */
    sample: z.object({ name: z.string(), subject: z.string(), text: z.string() }).nullable(),
    /** Settings that an operator has to make before it can be sent, in a sentence; null: none. */
    setUp: z.string().nullable(),
    /** Without WhatsApp: links to chats with the first 100 who would get it. */
    links: z.array(z.object({ userId: idOf('user'), name: z.string(), url: z.string() })),
  }),
});

/**
 * Queues the message for those who may get it; a job sends it, after quiet hours. A broadcast can be sent again to other
 * people: nobody gets it twice. 409 at `expected` if another number of people match by now, without people who get it,
 * without WhatsApp, and if the template is no longer approved.
 */
export const sendBroadcast = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/broadcast/:id/send/',
  query: peopleFilter,
  body: z.object({
    ...people,
    expected: whole().min(0, 'Not below 0').max(maxRecipients, `At most ${maxRecipients} at a time`),
  }),
  reply: broadcasts.row,
  messages: { ok: 'The broadcast is being sent', fail: 'It was not sent', preferServer: true },
});

/**
 * Sends it again to people for whom it failed, if it is certain that nothing reached them. Who has opted out since, or may not
 * get it for another reason, is skipped. 409 at `expected` if it is another number by now, and as for {@link sendBroadcast}.
 */
export const retryBroadcast = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/broadcast/:id/retry/',
  body: z.object({ expected: whole().min(1, 'Not below 1').max(2_147_483_647, 'Too large') }),
  reply: broadcasts.row,
  messages: { ok: 'It is tried again', fail: 'It was not tried again', preferServer: true },
});

/** Stops at once: what is queued is skipped, and what is sent stays sent. 409 if it is not being sent. */
export const stopBroadcast = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/broadcast/:id/stop/',
  reply: broadcasts.row,
  messages: { ok: 'Broadcast stopped', fail: 'It was not stopped', tone: 'warning' },
});

const moment = z.string().nullable();

/** Lists the people of a broadcast with what became of the message; searches name, e-mail and phone number. */
export const listBroadcastDeliveries = endpoint({
  ...one,
  method: 'GET',
  url: '/admin/broadcast/:id/deliveries/',
  metered: true,
  query: listQuery(
    { state: filter(choice(deliveryStates), 'Status'), reason: filter(choice(broadcastSkips), 'Why skipped') },
    listSize(2),
  ),
  reply: listReply(
    'deliveries',
    z.object({
      deliveryId: idOf('broadcast-delivery'),
      userId: idOf('user'),
      name: z.string(),
      email: z.string(),
      phoneNumber: z.string(),
      state: choice(deliveryStates),
      /** Why it was skipped. */
      reason: choice(broadcastSkips).nullable(),
      /** Answer of the mail server or of WhatsApp if it failed; '' otherwise. */
      error: z.string(),
      /** It failed, and nothing can have reached the person: it can be tried again. */
      isUnreached: z.boolean(),
      queuedAt: z.string(),
      sentAt: moment,
      deliveredAt: moment,
      readAt: moment,
      failedAt: moment,
    }),
  ),
});

/** Lists the templates of the brand at WhatsApp by name and language, and whether they can be used. */
export const listWhatsAppTemplates = endpoint({
  area: 'broadcast',
  method: 'GET',
  url: '/admin/broadcast/whatsapp/templates/',
  roles: ['admin'],
  reply: z.object({
    /** Settings that an operator has to make before WhatsApp can be used, in a sentence; null: none. */
    setUp: z.string().nullable(),
    /** Calls go to a simulator: nobody gets a message. */
    isSimulated: z.boolean(),
    /** Null: never fetched. */
    syncedAt: moment,
    templates: z.array(
      z.object({
        templateId: idOf('whatsapp-template'),
        name: z.string(),
        language: z.string(),
        category: z.string(),
        body: z.string(),
        /** Number of parameters of the body. */
        parameters: count,
        /** Why it cannot be used: not approved, or with parts that are not supported; null: it can. */
        unusable: z.string().nullable(),
      }),
    ),
  }),
});

/** Fetches the templates from WhatsApp, shortly after the call. 409 without an account. */
export const syncWhatsAppTemplates = endpoint({
  area: 'broadcast',
  method: 'POST',
  url: '/admin/broadcast/whatsapp/templates/sync/',
  roles: ['admin'],
  success: 202,
  reply: z.object({}),
  messages: { ok: 'The templates are being fetched', fail: 'The templates were not fetched', preferServer: true },
});

const { unknown: _, ...recordable } = consentStates;
/** States of a consent that the team records. */
export const recordedConsents = recordable;
/** Sources of a consent or an opt-out. */
export const consentSources = {
  staff: 'Recorded by the team',
  link: 'Link in a mail',
  reply: 'Reply on WhatsApp',
} as const;

const ofPerson = { area: 'user', failsAs: 500, roles: ['admin', 'customer-service'], params: byIdOf('user') } as const;
const consents = z.object({
  /** One per channel. */
  consents: z.array(
    z.object({
      channel: choice(contactChannels),
      state: choice(consentStates),
      at: moment,
      source: choice(consentSources).nullable(),
      note: z.string(),
    }),
  ),
  /** Until then a free text may be sent on WhatsApp; null: they have not written within 24 hours. */
  windowEndsAt: moment,
});
const note = field(name(0, 200).default(''), { label: 'Note', hint: 'Where and how they agreed or objected.' });

/** Reads whether a person wants messages that are not about their orders and courses. */
export const getConsents = endpoint({ ...ofPerson, method: 'GET', url: '/admin/user/:id/consent/', reply: consents });

/** Form fields of a consent that the team records. */
export const consentDraft = z.object({
  channel: field(choice(contactChannels), { label: 'Channel' }),
  state: field(choice(recordedConsents), { label: 'Consent' }),
  note,
});

/** Records a consent or an opt-out of a person. */
export const setConsent = endpoint({
  ...ofPerson,
  method: 'PUT',
  url: '/admin/user/:id/consent/',
  body: consentDraft,
  reply: consents,
  messages: { ok: 'Consent recorded', fail: 'The consent was not recorded' },
});

const byToken = {
  area: 'broadcast',
  roles: 'public',
  params: z.object({ token: text(200) }),
} as const;
const unsubscription = z.object({ brand: z.string(), isOptedOut: z.boolean() });

/** Reads whether the person of a link in a mail has opted out; changes nothing. 404 for a wrong token. Page: `/unsubscribe/{token}`. */
export const getUnsubscription = endpoint({
  ...byToken,
  method: 'GET',
  url: '/unsubscribe/:token/',
  reply: unsubscription,
});

/** Opts the person out of broadcasts by mail (RFC 8058); the body may also be form-encoded. 404 for a wrong token. */
export const unsubscribe = endpoint({
  ...byToken,
  method: 'POST',
  url: '/unsubscribe/:token/',
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  reply: unsubscription,
  messages: { fail: 'You are still on the list' },
});
