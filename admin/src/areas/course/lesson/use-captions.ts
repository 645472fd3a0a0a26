/** State of captions being added to a video or replacing others: parsed file, language and label. */
import { useState } from 'react';
import { addCaption, captionDraft, captionLanguages, captionsReplaced, type Video } from '#contract/video/endpoints.ts';
import { readCaptions } from '#contract/video/captions.ts';
import { useAction } from '#kit/api/use-action.ts';
import { textOfFile } from '#kit/form/choose-files.tsx';
import { fieldErrors } from '#kit/form/values.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';

/** Maximum number of dropped lines that are named. */
const maxShown = 20;

export type Caption = Video['captions'][number];
export type Language = keyof typeof captionLanguages;

interface CaptionDraft {
  /** Name of the file. */
  name: string;
  content: string;
  /** Counts of what was read and what was lost. */
  summary: string;
  language: Language;
  label: string;
  /** Captions that are replaced. */
  replaced?: Caption | undefined;
}

export const isLanguage = (value: string): value is Language => Object.hasOwn(captionLanguages, value);

/** "materi.en.srt" is English; without a known language code, Indonesian. */
function languageOf(fileName: string): Language {
  const code = fileName.toLowerCase().split('.').at(-2) ?? '';
  return isLanguage(code) ? code : 'id';
}

/** Counts of the cues that were read and dropped: "412 cues read, 3 dropped: lines 18, 40, 77". */
function summaryOf(content: string): string {
  const { read, dropped, isPlainer } = readCaptions(content);
  const lines = dropped.slice(0, maxShown).map((line) => formatNumber(line));
  const more = dropped.length > maxShown ? ` and ${formatNumber(dropped.length - maxShown)} more` : '';
  const lost = dropped.length > 0 && `${formatNumber(dropped.length)} dropped: ${dropped.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`; // prettier-ignore
  const counts = [`${counted(read, 'cue', 'cues')} read`, lost].filter(Boolean).join(', ');
  return isPlainer ? `${counts}. Styles and positions were removed` : counts;
}

/** Errors by field; empty if valid. */
function refusalsOf({ language, label, content }: Omit<CaptionDraft, 'summary'>): Partial<Record<string, string>> {
  const checked = captionDraft.safeParse({ language, label, content });
  if (checked.success) return {};
  return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

/** Captions begun for a video: `take` reads a file, `keep` validates and stores them, `errors` are by field. */
export function useCaptions(videoId: string, captions: readonly Caption[]) {
  const [begun, setBegun] = useState<CaptionDraft>();
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const keeping = useAction(addCaption, { messages: begun?.replaced ? captionsReplaced : addCaption.messages });

  async function take(file: File | undefined, replaced?: Caption) {
    if (!file) return;
    const language = replaced && isLanguage(replaced.language) ? replaced.language : languageOf(file.name);
    const label = replaced?.label ?? captionLanguages[language];
    const next = { name: file.name, content: await textOfFile(file), language, label, replaced };
    const { content } = refusalsOf(next);
    // Report an invalid file, and keep the content of the last valid one.
    setErrors(content ? { content: `${file.name}: ${content}` } : {});
    if (!content) setBegun({ ...next, summary: summaryOf(next.content) });
  }

  function change(changes: Partial<Pick<CaptionDraft, 'language' | 'label'>>) {
    setErrors({});
    setBegun((now) => now && { ...now, ...changes });
  }

  async function keep() {
    if (!begun || keeping.loading) return;
    const isTaken = captions.some(
      ({ captionId, label }) => label === begun.label && captionId !== begun.replaced?.captionId,
    );
    const refusals = isTaken ? { label: 'This video has captions of this label already' } : refusalsOf(begun);
    setErrors(refusals);
    if (Object.keys(refusals).length > 0) return;
    const { language, label, content, replaced } = begun;
    const body = { language, label, content, ...(replaced && { replaces: replaced.captionId }) };
    const outcome = await keeping.run({ params: { id: videoId }, body });
    if (outcome.ok) setBegun(undefined);
    else setErrors(fieldErrors(outcome.error.errors));
  }

  const giveUp = () => (setBegun(undefined), setErrors({}));
  return { begun, errors, take, change, keep, giveUp, isKeeping: keeping.loading };
}
