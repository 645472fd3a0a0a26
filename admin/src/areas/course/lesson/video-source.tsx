/** Video of a lesson: file or URL, processing state, and a preview. */
import { Suspense, lazy } from 'react';
import { VideoField } from '#kit/form/upload-field.tsx';
import type { FieldProps } from '#kit/form/bind.ts';
import { VideoState, useVideo } from '#admin-shared/video/video-state.tsx';
import { valueAt } from '#kit/form/values.ts';
import { Captions } from './captions.tsx';

const Player = lazy(async () => ({ default: (await import('#admin-shared/video/video-player.tsx')).VideoPlayer }));

export function VideoSource<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  if (form.field(name).isHidden) return null;
  const source = valueAt(form.fields.values, name);
  return (
    <div>
      <VideoField {...props} />
      {typeof source === 'string' && <Processed source={source} />}
    </div>
  );
}

/** Preview of an uploaded file; external videos are embedded. */
function Processed({ source }: { source: string }) {
  const { video } = useVideo(source);
  return (
    <>
      <VideoState source={source} />
      {video?.url && (
        <Suspense>
          <Player
            title="The video of this lesson"
            url={video.url}
            posterUrl={video.posterUrl}
            storyboardUrl={video.storyboardUrl}
            captions={video.captions}
          />
        </Suspense>
      )}
      {video && <Captions key={video.videoId} video={video} />}
    </>
  );
}
