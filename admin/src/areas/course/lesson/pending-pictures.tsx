/** Pending picture uploads of a lesson; each picture is added when its upload finishes. */
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { addDocumentation } from '#contract/course/lesson/endpoints.ts';
import { useAction } from '#kit/api/use-action.ts';
import { UploadProgress } from '#kit/feedback/upload-progress.tsx';
import { type Upload, dropUploads, useUploadAt, useUploads } from '#kit/feedback/uploads.ts';
import { useSending } from '#kit/feedback/use-sending.ts';
import classes from './documentation.module.css';

/** App-wide key of a picture's upload. */
export const uploadKey = (lessonId: string, picture: string): string => `documentation/${lessonId}#${picture}`;

export function PendingPictures({ lessonId }: { lessonId: string }) {
  const own = useUploads().filter(({ place }) => place.startsWith(uploadKey(lessonId, '')));
  if (own.length === 0) return null;
  return (
    <ul className={classes['coming']} aria-label="On their way">
      {own.map((upload) => (
        <Coming key={upload.id} lessonId={lessonId} upload={upload} />
      ))}
    </ul>
  );
}

function Coming({ lessonId, upload }: { lessonId: string; upload: Upload }) {
  const send = useSending();
  const { run, loading, status } = useAction(addDocumentation);
  const tried = useRef(false);
  // Shown here instead of in the upload tray.
  useUploadAt(upload.place);
  const add = async () => {
    if (!upload.url) return;
    const outcome = await run({ params: { id: lessonId }, body: { image_url: upload.url } });
    if (outcome.ok) dropUploads(({ id }) => id === upload.id);
  };
  const addOnce = useEffectEvent(() => {
    if (tried.current) return;
    tried.current = true;
    void add();
  });
  const isThere = upload.state === 'done';
  useEffect(() => {
    if (isThere) addOnce();
  }, [isThere]);
  return (
    <li>
      <UploadProgress upload={upload} retry={() => send(upload)} next={() => document.querySelector('#main')}>
        {isThere && !loading && status >= 400 && tried.current && (
          <Button variant="default" size="compact-sm" onClick={() => void add()}>
            Add it again
          </Button>
        )}
      </UploadProgress>
    </li>
  );
}
