/** Endpoints of webhooks (ours): where events are sent, and what became of each delivery. */
import { z } from 'zod';
import { field } from '../kernel/draft.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { byIdOf, filter, idOf, instant, link, listQuery, listReply } from '../kernel/fields.ts';
import { fixedSize } from '../kernel/page-size.ts';
import { type EventType, eventTypes, testEvent } from './events.ts';

/** Upper limit of the webhooks of a brand. */
export const maxWebhooks = 20;
/** Days for which events, and their deliveries, are kept. */
export const eventDays = 30;
/** Hours for which the former secret signs too after a rotation. */
export const secretHours = 24;

const types = Object.keys(eventTypes) as [EventType, ...EventType[]];

/** Form fields. */
export const webhookDraft = z.object({
  url: field(
    link.refine((value) => /^https?:/i.test(value), 'Not a web address (https://…)'),
    { label: 'Address', hint: 'Receives a POST for each event; https in production.' },
  ),
  events: field(z.array(z.enum(types)).min(1, 'Choose at least one').max(types.length), { label: 'Events' }),
});

/** State of a webhook: `failing`: its last delivery failed; `disabled`: nothing was delivered for a day. */
export const webhookStates = { active: 'Active', failing: 'Failing', disabled: 'Disabled' } as const;
export type WebhookState = keyof typeof webhookStates;

/** State of a delivery: `failed` was given up, and holds up no later event. */
export const deliveryStates = { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' } as const;
export type DeliveryState = keyof typeof deliveryStates;

const states = Object.keys(deliveryStates) as [DeliveryState, ...DeliveryState[]];

const webhookRow = z.object({
  webhookId: idOf('webhook'),
  url: z.string(),
  events: z.array(z.enum(types)),
  state: z.enum(Object.keys(webhookStates) as [WebhookState, ...WebhookState[]]),
  /** Why it was disabled. */
  disabledBecause: z.string().nullable(),
  disabledAt: z.string().nullable(),
  failingSince: z.string().nullable(),
  lastAttemptAt: z.string().nullable(),
  lastDeliveredAt: z.string().nullable(),
  /** Error of the last attempt; null if it succeeded. */
  lastError: z.string().nullable(),
  /** Number of events that wait to be delivered, up to 1,000. */
  waiting: z.int(),
  /** When the former secret ends; null: there is none. */
  formerSecretUntil: z.string().nullable(),
});
export type WebhookRow = z.output<typeof webhookRow>;

const attempt = z.object({
  at: z.string(),
  /** HTTP status of the reply; null: none. */
  status: z.int().nullable(),
  error: z.string().nullable(),
  /** Beginning of the reply's body, at most 2,000 bytes. */
  reply: z.string(),
  ms: z.int(),
});
export type DeliveryAttempt = z.output<typeof attempt>;

const deliveryRow = z.object({
  deliveryId: idOf('webhook-delivery'),
  /** Header `webhook-id`, the same in every attempt. */
  eventId: z.string(),
  type: z.string(),
  state: z.enum(states),
  createdAt: z.string(),
  /** Time of the next attempt, while it waits. */
  nextAt: z.string().nullable(),
  attempts: z.int(),
  /** Body of the request. */
  request: z.string(),
  /** The last ten attempts, the latest last. */
  log: z.array(attempt),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

/** Superadmin only; superadmin is admitted to every call. */
const all = { area: 'webhook', roles: [] } as const;
const one = { ...all, params: byIdOf('webhook') } as const;
const own = z.object({ webhookId: idOf('webhook') });
const secret = own.extend({
  /** `whsec_…`, shown once. */
  secret: z.string(),
});

/** All webhooks of the brand, the oldest first. */
export const listWebhooks = endpoint({
  ...all,
  method: 'GET',
  url: '/admin/webhook/',
  reply: z.object({ webhooks: z.array(webhookRow) }),
});

/** Creates a webhook; 409 when the brand has {@link maxWebhooks}. */
export const createWebhook = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/webhook/',
  success: 201,
  creates: true,
  stepUp: true,
  body: webhookDraft,
  reply: secret,
  messages: { ok: 'Webhook created', fail: 'The webhook was not created' },
});

/** Changes address and events. */
export const updateWebhook = endpoint({
  ...one,
  method: 'PUT',
  url: '/admin/webhook/:id/',
  stepUp: true,
  body: webhookDraft,
  reply: own,
  messages: { ok: 'Webhook saved', fail: 'The webhook was not saved' },
});

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = endpoint({
  ...one,
  method: 'DELETE',
  url: '/admin/webhook/:id/',
  reply: own,
  messages: { ok: 'Webhook deleted', fail: 'The webhook was not deleted' },
});

/** Enables a disabled webhook, and sends what waits at once, also to one that is failing. */
export const enableWebhook = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/webhook/:id/enable/',
  reply: own,
  messages: { ok: 'What waits is being sent', fail: 'The webhook was not enabled' },
});

/** Creates a new secret; for {@link secretHours} hours, the former one signs too. */
export const rotateWebhookSecret = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/webhook/:id/rotate-secret/',
  stepUp: true,
  reply: secret,
  messages: { ok: 'New secret created', fail: 'The secret was not changed' },
});

/** Sends an event of type `webhook.test`; 409 if the webhook is disabled. */
export const testWebhook = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/webhook/:id/test/',
  reply: own,
  messages: { ok: 'Test event is being sent', fail: 'The test event was not sent' },
});

/** Sends again all events since a moment that are still kept, in their order; 409 if the webhook is disabled. */
export const replayWebhook = endpoint({
  ...one,
  method: 'POST',
  url: '/admin/webhook/:id/replay/',
  body: z.object({ since: field(instant, { label: 'Since', placeholder: 'kemarin 10.00' }) }),
  reply: z.object({ changed: z.int() }),
  messages: { ok: '{changed event is|events are} being sent again', fail: 'Nothing was sent again' },
});

/** Deliveries of a webhook, the latest event first. */
export const listDeliveries = endpoint({
  ...one,
  method: 'GET',
  url: '/admin/webhook/:id/deliveries/',
  query: listQuery(
    {
      state: filter(z.enum(states, 'There is no such state'), 'State'),
      type: filter(z.enum([...types, testEvent], 'There is no such event'), 'Event'),
    },
    fixedSize(20),
  ).omit({ search: true }),
  reply: listReply('deliveries', deliveryRow),
});

/** Sends one event again; 409 if the webhook is disabled. */
export const resendDelivery = endpoint({
  ...all,
  method: 'POST',
  url: '/admin/webhook/:id/deliveries/:deliveryId/resend/',
  params: z.object({ id: idOf('webhook'), deliveryId: idOf('webhook-delivery') }),
  reply: z.object({ deliveryId: idOf('webhook-delivery') }),
  messages: { ok: 'Event is being sent again', fail: 'The event was not sent again' },
});
