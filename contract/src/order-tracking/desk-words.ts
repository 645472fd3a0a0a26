/** Words of desk events in timelines. Pure. */
import { momentInWords } from '../kernel/days.ts';
import { knownStatus, orderStatusLabels } from '../order/status.ts';
import type { DeskEvent } from './desk.ts';

interface Facts extends Pick<DeskEvent, 'kind' | 'followUpAt' | 'templateName' | 'status'> {
  /** User to whom the order was handed over; null: unknown. */
  to: { name: string } | null;
}

const words: Readonly<Record<DeskEvent['kind'], (event: Facts, order: string) => string>> = {
  claim: (_, order) => `claimed ${order}`,
  release: (_, order) => `released ${order}`,
  'hand-over': ({ to }, order) => `handed ${order} over to ${to?.name ?? 'somebody who is no longer here'}`,
  note: () => 'wrote a note',
  'follow-up': ({ followUpAt }) =>
    followUpAt ? `set the next follow-up to ${momentInWords(followUpAt)}` : 'removed the next follow-up',
  contact: ({ templateName }) => `wrote on WhatsApp${templateName ? `: ${templateName}` : ''}`,
  status: ({ status }, order) => {
    const known = knownStatus(status ?? '');
    return `set ${order} to ${known ? orderStatusLabels[known] : status}`;
  },
};

/** Words that follow the actor's name; `order` names the tracked order, such as `it`. */
export const deskDeed = (event: Facts, order: string): string => words[event.kind](event, order);
