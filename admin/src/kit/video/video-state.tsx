/** How it stands with the video of a source: its status, live while it is worked on, why it failed, and trying again. */
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { link } from '#contract/fields.ts';
import type { Reply } from '#contract/kernel.ts';
import { findVideo, retryVideo, type Video, videoStatusNames } from '#contract/video.ts';
import { useAction } from '../api/use-action.ts';
import { useCall } from '../api/use-call.ts';
import { Badge, type BadgeColour } from '../format/badge.tsx';
import classes from './video-state.module.css';

const colours = { PENDING: 'grey', RUNNING: 'blue', FINISHED: 'green', FAILED: 'red' } as const satisfies Record<
  Video['status'],
  BadgeColour
>;

/** Status and, while it is worked on, how far that is: also for rows of a list, which know both. */
export const VideoBadge = ({ status, percent }: Pick<Video, 'status' | 'percent'>) => (
  <Badge colour={colours[status]}>
    {videoStatusNames[status]}
    {status === 'RUNNING' && ` · ${percent}%`}
  </Badge>
);

/** An upload without a video is in a record that is not saved yet. */
function isUnderWay(found: Reply<typeof findVideo> | undefined): boolean {
  const status = found?.video?.status;
  return status === 'PENDING' || status === 'RUNNING' || (found?.video === null && found.isUpload);
}

/** While an address is typed. */
const patienceMs = 300;

/** The video of a source, asked again every other second while it is worked on; null: it is none of ours. */
export function useVideo(typed: string | null) {
  const [source] = useDebouncedValue(typed ?? '', patienceMs);
  const input = { query: { source } };
  const once = useCall(findVideo, input, { enabled: link.safeParse(source).success });
  const live = useCall(findVideo, input, { enabled: isUnderWay(once.data), everyMs: 2_000 });
  return { ...once, video: (live.data ?? once.data)?.video ?? null };
}

export function VideoState({ source }: { source: string | null }) {
  const { video, refetch } = useVideo(source);
  const retry = useAction(retryVideo);
  if (!video) return null;
  const { status, reason, videoId } = video;
  return (
    <div className={classes['state']}>
      <span role="status">
        <VideoBadge {...video} />
      </span>
      {reason && <p className={classes['reason']}>{reason}</p>}
      {status === 'FAILED' && (
        <Button
          variant="default"
          size="compact-sm"
          loading={retry.loading}
          onClick={async () => {
            await retry.run({ params: { id: videoId } });
            await refetch();
          }}
        >
          Try again
        </Button>
      )}
    </div>
  );
}
