/** How far a file is, in words and as a bar; giving it up, or trying again. */
import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { confirm } from './confirm.tsx';
import { keepFocus } from './focus.ts';
import { isFailed, spokenOf, wordsOf } from './upload-words.ts';
import { dropUploads, isOnItsWay, type Upload } from './uploads.ts';
import classes from './upload-progress.module.css';

interface Props {
  upload: Upload;
  retry: () => void;
  /** Where the work goes on once it is gone. */
  next: () => HTMLElement | null | undefined;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** What is there already took its time: it is not thrown away unasked. */
const isSure = async ({ state, file }: Upload) =>
  state !== 'done' ||
  (await confirm({
    title: `Discard "${file.name}"?`,
    text: 'It is uploaded, but not saved yet. It would have to be uploaded again.',
    action: 'Discard 1 file',
    back: 'Keep it',
    isDestructive: true,
  }));

export function UploadProgress({ upload, retry, next, children }: Props) {
  const { file, sent, state } = upload;
  const end = useRef<HTMLButtonElement>(null);
  const isOver = isFailed(upload) || state === 'done';
  const drop = async () => {
    if (!(await isSure(upload))) return;
    dropUploads(({ id }) => id === upload.id);
    keepFocus(next);
  };
  const word = isOnItsWay(upload) ? 'Cancel' : state === 'done' ? 'Discard' : 'Dismiss';
  return (
    <div className={classes['upload']}>
      <div>
        <span role={isFailed(upload) ? 'alert' : undefined} data-failed={isFailed(upload) || undefined}>
          {wordsOf(upload)}
        </span>
        <VisuallyHidden role="status">{spokenOf(upload)}</VisuallyHidden>
        {!isOver && (
          <Progress
            mt={4}
            size="sm"
            value={(sent / file.size) * 100}
            {...(state === 'waiting' && { color: 'yellow' })}
            aria-label={`Upload of ${file.name}`}
          />
        )}
      </div>
      {children}
      {state === 'failed' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            retry();
            keepFocus(() => end.current);
          }}
          aria-label={`Try ${file.name} again`}
        >
          Try again
        </Button>
      )}
      <Button
        ref={end}
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => void drop()}
        aria-label={`${word} ${file.name}`}
      >
        {word}
      </Button>
    </div>
  );
}
