/** Progress of an upload as text and bar, with buttons to cancel and retry. */
import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { confirm } from './confirm.tsx';
import { focusAfterRender } from './focus.ts';
import { isFailed, announceUpload, describeUpload } from './upload-words.ts';
import { dropUploads, isInProgress, type Upload } from './uploads.ts';
import classes from './upload-progress.module.css';

interface Props {
  upload: Upload;
  retry: () => void;
  /** Returns the element to focus after the upload was removed. */
  next: () => HTMLElement | null | undefined;
  /** Additional actions. */
  children?: ReactNode;
}

/** Confirms before a finished upload is discarded. */
const confirmDiscard = async ({ state, file }: Upload) =>
  state !== 'done' ||
  (await confirm({
    title: `Discard "${file.name}"?`,
    text: 'Discard: it would have to be uploaded again. It is uploaded, but not saved yet.',
    action: 'Discard 1 file',
    back: 'Keep it',
    isDestructive: true,
  }));

export function UploadProgress({ upload, retry, next, children }: Props) {
  const { file, sent, state } = upload;
  const cancelButton = useRef<HTMLButtonElement>(null);
  const isOver = isFailed(upload) || state === 'done';
  const drop = async () => {
    if (!(await confirmDiscard(upload))) return;
    dropUploads(({ id }) => id === upload.id);
    focusAfterRender(next);
  };
  const cancelLabel = isInProgress(upload) ? 'Cancel' : state === 'done' ? 'Discard' : 'Dismiss';
  return (
    <div className={classes['upload']}>
      <div>
        <span role={isFailed(upload) ? 'alert' : undefined} data-failed={isFailed(upload) || undefined}>
          {describeUpload(upload)}
        </span>
        <VisuallyHidden role="status">{announceUpload(upload)}</VisuallyHidden>
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
            focusAfterRender(() => cancelButton.current);
          }}
          aria-label={`Try ${file.name} again`}
        >
          Try again
        </Button>
      )}
      <Button
        ref={cancelButton}
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => void drop()}
        aria-label={`${cancelLabel} ${file.name}`}
      >
        {cancelLabel}
      </Button>
    </div>
  );
}
