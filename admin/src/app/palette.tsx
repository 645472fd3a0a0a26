/** Go to any page or back to what was open, or find a course, user, order or discount. Arrow keys choose, Enter goes. */
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import type { Category } from '#contract/fields.ts';
import { searchEverything } from '#contract/search.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { categoryName } from '#kit/format/categories.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { menuOf } from './menu.ts';
import { recents } from './recents.ts';
import classes from './palette.module.css';

interface Choice {
  to: string;
  name: string;
  hint: string;
}

const places = {
  flexy: { to: '/course/flexy', one: 'Flexy course' },
  'fast-track': { to: '/course/fast-track', one: 'Fast-track' },
  user: { to: '/user', one: 'User' },
  // It has no page of its own: the list shows it.
  order: { to: '/order', one: 'Order' },
  discount: { to: '/discount', one: 'Discount' },
} as const;

const optionId = (index: number) => `palette-${index}`;

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { choices, isSettled, loading, isMissing, error } = useChoices(text.trim());
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const current = Math.min(at, choices.length - 1);
  // Braces: what an effect answers is called when it ends, and this answers a promise.
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const go = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    void navigate({ to: choice.to });
  };
  // Enter before the answer is for the first that it finds.
  const [isAwaited, setAwaited] = useState(false);
  const onSettled = useEffectEvent(() => {
    setAwaited(false);
    go(choices[0]);
  });
  useEffect(() => {
    if (isAwaited && isSettled) onSettled();
  }, [isAwaited, isSettled]);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((current + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter' && choices.length === 0) setAwaited(!isSettled);
    else if (event.key === 'Enter') go(choices[current]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={560}
      padding={0}
      attributes={{ content: { 'aria-label': 'Go to or find' } }}
    >
      <div className={classes['field']}>
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls="palette-choices"
          aria-activedescendant={current < 0 ? undefined : optionId(current)}
          aria-label="Go to or find"
          placeholder="Go to a page, or find a course, person, phone, invoice or discount"
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setAwaited(false);
          }}
          onKeyDown={onKey}
        />
        {loading && <Loader size="xs" />}
      </div>
      <div id="palette-choices" role="listbox" aria-label="Places and things" className={classes['choices']}>
        {choices.map((choice, index) => (
          <Link
            key={choice.to + choice.name}
            to={choice.to}
            id={optionId(index)}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            onMouseMove={() => setAt(index)}
            onClick={onClose}
          >
            <span>{choice.name}</span>
            <span className={classes['hint']}>{choice.hint}</span>
          </Link>
        ))}
      </div>
      {error && (
        <div className={classes['nothing']} role="status">
          Courses, people and orders could not be searched. {error.message}
        </div>
      )}
      {isMissing && (
        <div className={classes['nothing']} role="status">
          Nothing is called “{text.trim()}”.
        </div>
      )}
    </Dialog>
  );
}

/** Pages at once; things as the server finds them. */
function useChoices(text: string) {
  const [asked] = useDebouncedValue(text, 150);
  const search = useCall(searchEverything, { query: { q: asked } }, { enabled: asked.length > 1, keepPrevious: true });
  const wanted = text.toLowerCase();
  const isNamedSo = ({ name }: { name: string }) => name.toLowerCase().includes(wanted);
  const pages: Choice[] = menuOf(role() ?? '')
    .flatMap(({ group, entries }) => entries.map(({ to, label }) => ({ to, name: label, hint: group })))
    .filter(isNamedSo);
  // Until the answer is here, only what fits of the last one: Enter must not open what nobody asked for.
  const isOlder = asked !== text || search.isPrevious;
  const found: Choice[] = (text.length > 1 ? (search.data?.found ?? []) : [])
    .filter((thing) => !isOlder || isNamedSo(thing))
    .map(({ kind, id, name, hint }) => ({
      to: `${places[kind].to}/${id}`,
      name,
      hint: [places[kind].one, kind === 'user' || kind === 'order' ? hint : hint && categoryName(hint as Category)]
        .filter(Boolean)
        .join(' · '),
    }));
  const choices: Choice[] = [...(text === '' ? recents() : []), ...pages, ...found];
  const isSettled = !search.loading && asked === text;
  return {
    choices,
    isSettled,
    loading: search.loading,
    error: text.length > 1 ? search.error : null,
    isMissing: text !== '' && choices.length === 0 && !search.error && isSettled,
  };
}
