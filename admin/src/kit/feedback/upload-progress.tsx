/** How far a file is, in words and as a bar; giving it up, or trying again. */
import { Button, Progress, VisuallyHidden } from '@mantine/core';
import { formatBytes } from '../format/formats.ts';
import { dropUpload, type Upload } from './uploads.ts';

interface Props {
  upload: Upload;
  retry: () => void;
  className: string | undefined;
}

function wordsOf({ file, sent, state, reason }: Upload): string {
  const share = Math.floor((sent / file.size) * 100);
  if (state === 'failed') return `${file.name}: ${reason}`;
  if (state === 'waiting') return `${file.name}: ${reason} (${share}%)`;
  if (state === 'done') return `${file.name} is uploaded`;
  return sent < file.size ? `${file.name}: ${share}% of ${formatBytes(file.size)}` : `${file.name}: being checked`;
}

/** For screen readers: not at every per cent. */
function spokenOf({ file, sent, state, reason }: Upload): string {
  if (state === 'done') return `${file.name} is uploaded`;
  if (state === 'waiting') return `${file.name}: ${reason}`;
  return state === 'failed' ? '' : `${file.name}: ${Math.floor((sent / file.size) * 4) * 25}%`;
}

const colours = { sending: undefined, waiting: 'yellow', failed: 'red', done: 'green' } as const;

export function UploadProgress({ upload, retry, className }: Props) {
  const { file, sent, state } = upload;
  const words = wordsOf(upload);
  return (
    <div className={className}>
      <div>
        <span role={state === 'failed' ? 'alert' : undefined} style={{ overflowWrap: 'anywhere' }}>
          {words}
        </span>
        <VisuallyHidden role="status">{spokenOf(upload)}</VisuallyHidden>
        {state !== 'done' && (
          <Progress
            mt={4}
            size="sm"
            value={(sent / file.size) * 100}
            {...(colours[state] && { color: colours[state] })}
            aria-label={`Upload of ${file.name}`}
          />
        )}
      </div>
      {state === 'failed' && (
        <Button variant="default" size="compact-sm" onClick={retry} aria-label={`Try ${file.name} again`}>
          Try again
        </Button>
      )}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        onClick={() => dropUpload(upload)}
        aria-label={`${state === 'sending' || state === 'waiting' ? 'Cancel' : 'Dismiss'} ${file.name}`}
      >
        {state === 'sending' || state === 'waiting' ? 'Cancel' : 'Dismiss'}
      </Button>
    </div>
  );
}
