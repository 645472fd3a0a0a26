/** Photos of a held class: a gallery, with upload by file choice, drop or paste. */
import { Text, Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState, useEffectEvent } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { addDocumentation } from '#contract/course/lesson/endpoints.ts';
import { fileKinds } from '#contract/kernel/upload.ts';
import { role } from '#kit/api/session.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { newUpload, useUploads, type Upload, dropUploads, useUploadAt } from '#kit/feedback/uploads.ts';
import { useSending } from '#kit/feedback/use-sending.ts';
import { ChooseFiles, useFileDrop } from '#kit/form/choose-files.tsx';
import { formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Gallery } from './gallery.tsx';
import type { OpenLesson } from './lesson-fields.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { UploadProgress } from '#kit/feedback/upload-progress.tsx';
import classes from './documentation.module.css';

/** App-wide key of a picture's upload. */
const uploadKey = (lessonId: string, picture: string): string => `documentation/${lessonId}#${picture}`;

/** Pictures that are being uploaded; each is added when its upload finishes. */
function PendingPictures({ lessonId }: { lessonId: string }) {
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

const accepts = Object.keys(fileKinds.image.types).join(',');

/** Uploads pictures; files that are not accepted are listed instead. */
function useAdding(lessonId: string) {
  const send = useSending();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const add = async (files: readonly File[]) => {
    const { pathname: page } = location;
    const { refusalOf } = await import('#kit/api/send-file.ts');
    const tried = files.map((file) => ({ file, why: refusalOf(file, 'image') }));
    setRefused(tried.flatMap(({ file, why }) => (why ? [`${file.name}: ${why}`] : [])));
    for (const { file, why } of tried)
      if (!why) send(newUpload({ file, place: uploadKey(lessonId, crypto.randomUUID()), page, prefix: 'lesson' }));
  };
  return { add, refused };
}

export function Documentation({ id, record: { documentations } }: OpenLesson) {
  const { add, refused } = useAdding(id);
  const isOnTheWay = useUploads().some(({ place }) => place.startsWith(uploadKey(id, '')));
  if (!mayCall(addDocumentation, role() ?? '')) return <Gallery pictures={documentations} />;
  const button = (
    <ChooseFiles isMultiple accept={accepts} take={(files) => void add(files)} size="xs">
      Add pictures
    </ChooseFiles>
  );
  return (
    <DropPlace add={add}>
      <Section
        title={`Documentation ${formatNumber(documentations.length)}`}
        actions={documentations.length > 0 || isOnTheWay ? button : undefined}
      >
        {refused.map((why) => (
          <Text key={why} c="red" size="sm" role="alert">
            {why}
          </Text>
        ))}
        <PendingPictures lessonId={id} />
        {documentations.length > 0 ? (
          <Gallery pictures={documentations} />
        ) : (
          !isOnTheWay && (
            <EmptyState title="No pictures yet" action={button}>
              Choose, drop or paste pictures that show the class was held.
            </EmptyState>
          )
        )}
      </Section>
    </DropPlace>
  );
}

type Add = (files: readonly File[]) => Promise<void>;

/** Drop area for the whole tab; also takes pasted files while no field has the focus. */
function DropPlace({ add, children }: { add: Add; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
  }, []);
  const drop = useFileDrop((files) => void add(files));
  return (
    <div ref={place} tabIndex={-1} className={classes['place']} {...drop}>
      {children}
    </div>
  );
}
