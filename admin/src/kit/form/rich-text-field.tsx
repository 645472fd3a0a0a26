/** Fields of formatted text. The editor is loaded with the first of them. */
import { Button, Input, Textarea } from '@mantine/core';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { Formatted } from '../display/formatted.tsx';
import { NotLoaded, lazyPart } from '../feedback/lazy-part.tsx';
import { type FieldProps, bind } from './bind.ts';
import { linesHtml, pastedHtml } from './pasted-html.ts';
import type { Start } from './rich-text-editor.tsx';
import classes from './rich-text-field.module.css';

const RichTextEditor = lazyPart(() => import('./rich-text-editor.tsx'), 'RichTextEditor');

/** Simple HTML in the values, '' when empty. */
export function RichTextField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  const html = typeof value === 'string' ? value : '';
  return (
    <Input.Wrapper label={input.label} labelElement="div" description={field.hint} error={input.error}>
      <RichTextEditor
        fallback={
          <div className={classes['shown']} data-tall>
            <Formatted html={html} />
          </div>
        }
        label={field.label}
        html={html}
        onChange={set}
        onBlur={input.onBlur}
        path={input.name}
        isInvalid={Boolean(input.error)}
        isDisabled={input.readOnly}
      />
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

const formats = 'table, ul, ol, sup, sub, pre, b, strong, i, em, u, s, h2, h3, blockquote, img, a[href]';
/** Start of the editor with the selection of a textarea; behind its text, if somebody writes elsewhere. */
const selected = (area: HTMLTextAreaElement): Start => {
  const { value, selectionStart, selectionEnd } = area;
  const isWritten = document.activeElement === area;
  // Each line is a paragraph, which has a position before and behind its text.
  const [from, to] = (isWritten ? [selectionStart, selectionEnd] : [value.length, value.length]).map(
    (at) => at + value.slice(0, at).split('\n').length,
  ) as [number, number];
  return { from, to };
};

/** Plain text that becomes formatted text by a button, ⌘B or ⌘I, or a paste that has a format. */
export function FormattableField(props: FormattableProps) {
  const [start, setStart] = useState<Start>();
  const { html, onChange } = props;
  const begin = (next: Start, text: string) => {
    setStart(next);
    onChange({ text, html: linesHtml(text) });
  };
  return html === null ? (
    <PlainField {...props} begin={begin} />
  ) : (
    <FormattedField {...props} html={html} start={start} setStart={setStart} />
  );
}

type PlainProps = FormattableProps & { begin: (start: Start, text: string) => void };

/** Text area, which stays while the editor is loaded, so that what is typed meanwhile is in it. */
function PlainField({ label, description, error, path, onBlur, text, onChange, begin }: PlainProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  /** Format that waits for the editor. */
  const [format, setFormat] = useState<Start>();
  const [hasFailed, setFailed] = useState(false);
  const open = useEffectEvent((isLoaded: boolean) => {
    if (isLoaded) begin({ ...selected(area.current!), ...format }, area.current!.value);
    setFailed(!isLoaded);
  });
  useEffect(() => {
    let isGone = false;
    if (format) void RichTextEditor.preload().then((isLoaded) => !isGone && open(isLoaded));
    return () => void (isGone = true);
  }, [format]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const mark = ({ b: 'bold', i: 'italic' } as const)[event.key];
    if (!mark || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setFormat({ mark });
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = event.clipboardData.getData('text/html');
    if (!pasted || !hasFormat(pasted)) return;
    event.preventDefault();
    setFormat({ pasted });
  };
  return (
    <div className={classes['root']}>
      <Button
        className={classes['button'] ?? ''}
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={`Format ${label}`}
        onClick={() => setFormat({})}
      >
        Format
      </Button>
      <Textarea
        ref={area}
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
      {hasFailed && <NotLoaded retry={() => setFormat({ ...format })} />}
    </div>
  );
}

interface FormattedProps extends FormattableProps {
  html: string;
  /** Absent: the text is shown, and no editor has begun. */
  start: Start | undefined;
  setStart: (set: (now: Start | undefined) => Start) => void;
}

function FormattedField({ label, description, error, path, onBlur, html, onChange, start, setStart }: FormattedProps) {
  const onStarted = useCallback(() => setStart(() => isOpen), [setStart]);
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
        <RichTextEditor
          fallback={shown}
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
      ) : (
        shown
      )}
    </Input.Wrapper>
  );
}

const hasFormat = (html: string): boolean =>
  new DOMParser().parseFromString(pastedHtml(html), 'text/html').querySelector(formats) !== null;
