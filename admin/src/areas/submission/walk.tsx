/** Previous and next submission, by button and by key. */
import { ActionIcon, Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { commandKey, isTyping, type Keys, usePageKeys } from '#kit/feedback/keys.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import type { OpenSubmission } from './submission.ts';
import { useNeighbours } from './use-neighbours.ts';

const keys: Keys = [
  ['[ ]', 'Previous and next submission'],
  ['n', 'Next submission that waits for a review'],
  [`${commandKey}Enter`, 'Save, and go to the next that waits for a review'],
];

/** Score fields take digits only, so the letter keys work in them too. */
const isText = (event: KeyboardEvent) =>
  isTyping(event) && !(event.target as Element).matches('[data-path="reviewScore"]');

export function Walk({ id, form }: OpenSubmission) {
  const { isKnown, note, ...neighbours } = useNeighbours(id);
  const { previous, next, nextToReview } = neighbours;
  const navigate = useNavigate();
  /** Remembers a key that is pressed before the neighbours are loaded. */
  const [way, go] = useState<keyof typeof neighbours>();
  const leave = useEffectEvent(() => {
    const to = way && neighbours[way];
    go(undefined);
    if (!to) return;
    note(to);
    void navigate({ to: '/submission/$id', params: { id: to } });
  });
  useEffect(() => {
    if (way && isKnown) leave();
  }, [way, isKnown]);
  const saveAndGo = async () => {
    if (!form.isSaving && (!form.isDirty || (await form.submit()))) go('nextToReview');
  };
  usePageKeys(keys);
  useWindowEvent('keydown', (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || at.closest('[role="dialog"], [role="menu"]')) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'Enter') return;
      void saveAndGo();
    } else if (isText(event)) return;
    else if (event.key === '[') go('previous');
    else if (event.key === ']') go('next');
    else if (event.key === 'n') go('nextToReview');
    else return;
    event.preventDefault();
  });
  return (
    <>
      <Unavailable why={isKnown && !previous && 'This is the first of the list'}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Previous submission"
          aria-keyshortcuts="["
          onClick={() => go('previous')}
        >
          <IconChevronUp size={18} stroke={1.6} />
        </ActionIcon>
      </Unavailable>
      <Unavailable why={isKnown && !next && 'This is the last of the list'}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label="Next submission"
          aria-keyshortcuts="]"
          onClick={() => go('next')}
        >
          <IconChevronDown size={18} stroke={1.6} />
        </ActionIcon>
      </Unavailable>
      <Unavailable why={isKnown && !nextToReview && 'No other submission waits for a review'}>
        <Button variant="default" aria-keyshortcuts="n" onClick={() => go('nextToReview')}>
          Next to review
        </Button>
      </Unavailable>
    </>
  );
}
