/** Panel of a tracked order beside the list, and where the focus goes in it. */
import type { QueryClient } from '@tanstack/react-query';
import { readStory } from '#contract/order-tracking/desk.ts';
import { queryOf } from '#kit/api/use-call.ts';
import { rowPeekOf } from '#kit/list/peek.ts';
import { sharedValue } from '#kit/shared-value.ts';
import { trackingClient } from '#admin-shared/order-tracking/session-tracking.ts';
import { toApiError } from '#admin-shared/order-tracking/tracking-failure.ts';
import { type TrackingOrder, customerLabel } from '#admin-shared/order-tracking/tracking-order.ts';

/** Reads the documents of a person. */
export const personQuery = (email: string) => ({
  queryKey: ['order-tracking', 'person', email],
  queryFn: () =>
    trackingClient()
      .ofPerson(email)
      .catch((error: unknown) => {
        throw toApiError(error);
      }),
});

/** Input of the story of an order. */
export const storyOf = ({ id, userEmail: email, courseId, placedAt }: TrackingOrder) => ({
  params: { id },
  query: { email, courseId, ...(placedAt && { placedAt }) },
});

function prefetch(client: QueryClient, order: TrackingOrder): void {
  if (order.userEmail.trim()) void client.prefetchQuery(personQuery(order.userEmail));
  void client.prefetchQuery(queryOf(readStory, storyOf(order)));
}

export const orderPeek = rowPeekOf<TrackingOrder>({
  what: 'order',
  title: customerLabel,
  content: async () => (await import('./order-beside.tsx')).OrderBeside,
  prefetch,
});

/** Order whose panel is open. */
export const peekedOrder = sharedValue<TrackingOrder | undefined>(undefined);

const panel = () => document.querySelector<HTMLElement>('[data-peek]');
const noteField = () => panel()?.querySelector<HTMLElement>('[data-peek-field]');

type FindField = (form: HTMLFormElement) => Element | null | undefined;
let nextField: FindField | undefined;

/** The panel that opens next gets the focus in this field. */
export const focusNextField = (find: FindField | undefined): void => void (nextField = find);

/** Moves the focus into a panel that was just opened, if somebody asked for it. */
export function takeFocus(form: HTMLFormElement): void {
  const field = nextField?.(form);
  nextField = undefined;
  if (field instanceof HTMLElement) field.focus();
}

/** Focuses the note of the open panel, or of the one that `open` opens. */
export function focusNote(isOpen: boolean, open: () => void): void {
  if (isOpen) return noteField()?.focus();
  focusNextField((form) => form.querySelector('[data-peek-field]'));
  open();
}

/** Whether the focus is in the open panel, or nowhere. */
export const isAtPanel = (target: Element): boolean => target === document.body || (panel()?.contains(target) ?? false);

/** Link of the panel to the chat. */
export const panelChat = () => panel()?.querySelector<HTMLElement>('[data-whatsapp]');
