/** Command palette: pages, recent records, search and actions. Arrow keys select, Enter opens. */
import { Loader } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type KeyboardEvent, type ReactNode } from 'react';
import { maxSearchLength } from '#contract/kernel/fields.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { type Choice, useChoices } from './palette-choices.ts';
import classes from './palette.module.css';

const optionId = (index: number) => `palette-${index}`;

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const { choices, isSettled, loading, isMissing, error } = useChoices(text.trim());
  const [at, setAt] = useState(0);
  const navigate = useNavigate();
  const current = Math.min(at, choices.length - 1);
  // With braces, so that the effect does not return a value.
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const choose = ({ act }: Choice) => {
    onClose();
    act?.();
  };
  const go = (choice: Choice | undefined) => {
    if (!choice) return;
    choose(choice);
    if (choice.link) void navigate(choice.link);
  };
  // Enter while there are no choices yet waits for the response, and opens its first result.
  const [isEnterPending, setEnterPending] = useState(false);
  const onSettled = useEffectEvent(() => {
    setEnterPending(false);
    go(choices[0]);
  });
  useEffect(() => {
    if (isEnterPending && isSettled) onSettled();
  }, [isEnterPending, isSettled]);
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((current + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter' && choices.length === 0) setEnterPending(!isSettled);
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
          placeholder="A page, an action, a name, phone, invoice or code"
          value={text}
          autoComplete="off"
          maxLength={maxSearchLength}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(0);
            setEnterPending(false);
          }}
          onKeyDown={onKey}
        />
        {loading && <Loader size="xs" />}
      </div>
      <div id="palette-choices" role="listbox" aria-label="Places, things and actions" className={classes['choices']}>
        {choices.map((choice, index) => (
          <Option
            key={`${choice.name} ${choice.link?.to}`}
            choice={choice}
            index={index}
            isCurrent={index === current}
            highlight={() => setAt(index)}
            choose={() => choose(choice)}
          />
        ))}
      </div>
      {error && (
        <div className={classes['nothing']} role="status">
          Records could not be searched. {error.message}
        </div>
      )}
      {isMissing && (
        <div className={classes['nothing']} role="status">
          No results for “{text.trim()}”
        </div>
      )}
    </Dialog>
  );
}

interface OptionProps {
  choice: Choice;
  index: number;
  isCurrent: boolean;
  /** Called when the pointer moves over the option. */
  highlight: () => void;
  /** Called on click; a link navigates by itself. */
  choose: () => void;
}

function Option({ choice: { name, hint, link }, index, isCurrent, highlight, choose }: OptionProps): ReactNode {
  const option = {
    id: optionId(index),
    role: 'option',
    'aria-selected': isCurrent,
    tabIndex: -1,
    onMouseMove: highlight,
    onClick: choose,
  };
  const content = (
    <>
      <span>{name}</span>
      <span className={classes['hint']}>{hint}</span>
    </>
  );
  return link ? (
    <Link {...option} {...link}>
      {content}
    </Link>
  ) : (
    <button type="button" {...option}>
      {content}
    </button>
  );
}
