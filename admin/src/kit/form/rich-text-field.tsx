/** Fields of formatted text. The editor is loaded with the first of them. */
import { Button, Input, Skeleton, Textarea } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, lazy, Suspense, useCallback, useState } from 'react';
import { Formatted } from '../display/formatted.tsx';
import { type FieldProps, bind } from './bind.ts';
import { pastedHtml } from './pasted-html.ts';
import type { Start } from './rich-text-editor.tsx';
import classes from './rich-text-field.module.css';

const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** Simple HTML in the values, '' when empty. */
export function RichTextField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <Input.Wrapper label={input.label} labelElement="div" description={field.hint} error={input.error}>
      <Suspense fallback={<Skeleton h={180} />}>
        <RichTextEditor
          label={field.label}
          html={typeof value === 'string' ? value : ''}
          onChange={set}
          onBlur={input.onBlur}
          path={input.name}
          isInvalid={Boolean(input.error)}
          isDisabled={input.readOnly}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

/** Text, and its formatted form; null: it has none. */
interface Texts {
  text: string;
  html: string | null;
}

interface FormattableProps extends Texts {
  label: string;
  description?: string;
  error?: string | undefined;
  path: string;
  onBlur?: () => void;
  onChange: (texts: Texts) => void;
}

/** The editor is open, and has begun. */
const isOpen: Start = {};

const formats = 'table, ul, ol, sup, sub, pre, b, strong, i, em, u, s, h2, h3, a[href]';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** Lines as paragraphs, whose indentation stays. */
const asHtml = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${escaped(line.replace(/^\s+|\s{2,}|\s+$/g, (spaces) => '\u00a0'.repeat(spaces.length)))}</p>`)
    .join('');

/** Start of the editor with the selection of a textarea. */
const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
  // Each line is a paragraph, which has a position before and behind its text.
  const [from, to] = [selectionStart, selectionEnd].map((at) => at + value.slice(0, at).split('\n').length) as [
    number,
    number,
  ];
  return { from, to };
};

/** Plain text that becomes formatted text by a button, ⌘B or ⌘I, or a paste that has a format. */
export function FormattableField({ label, description, error, path, onBlur, text, html, onChange }: FormattableProps) {
  const [start, setStart] = useState<Start>();
  const onStarted = useCallback(() => setStart(isOpen), []);
  const end = text.length + text.split('\n').length;
  const begin = (next: Start) => {
    setStart(next);
    if (html === null) onChange({ text, html: asHtml(text) });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark = ({ b: 'bold', i: 'italic' } as const)[event.key];
    if (!mark || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    begin({ ...selected(event.currentTarget), mark });
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/html');
    if (!pasted || !hasFormat(pasted)) return;
    event.preventDefault();
    begin({ ...selected(event.currentTarget), pasted });
  };
  if (html === null)
    return (
      <div className={classes['root']}>
        <Button
          className={classes['button'] ?? ''}
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={`Format ${label}`}
          onClick={() => begin({ from: end, to: end })}
        >
          Format
        </Button>
        <Textarea
          label={label}
          description={description}
          autosize
          minRows={1}
          value={text}
          error={error}
          data-path={path}
          onBlur={onBlur}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onChange={(event) => onChange({ text: event.currentTarget.value, html: null })}
        />
      </div>
    );
  const shown = (
    <div
      className={classes['shown']}
      role="textbox"
      aria-multiline
      aria-label={label}
      tabIndex={0}
      data-path={path}
      // Many editors at once would be slow: one begins where somebody writes.
      onPointerEnter={() => setStart((now) => now ?? isOpen)}
      onFocus={() => setStart((now) => now ?? { from: 0, to: 0 })}
    >
      <Formatted html={html} />
    </div>
  );
  return (
    <Input.Wrapper label={label} labelElement="div" description={description} error={error}>
      {start ? (
        <Suspense fallback={shown}>
          <RichTextEditor
            label={label}
            html={html}
            start={start}
            onStarted={onStarted}
            onChange={(next, words) => onChange({ text: words, html: next })}
            onBlur={() => onBlur?.()}
            path={path}
            isInvalid={Boolean(error)}
            isDisabled={false}
            hasPictures
            isCompact
          />
        </Suspense>
      ) : (
        shown
      )}
    </Input.Wrapper>
  );
}

const hasFormat = (html: string): boolean =>
  new DOMParser().parseFromString(pastedHtml(html), 'text/html').querySelector(formats) !== null;
