/** The fields of a lesson that it draws itself. */
import { VideoDuration } from './video-duration.tsx';
import { VideoSource } from './video-source.tsx';

export const lessonSpecial = { videoSource: VideoSource, duration: VideoDuration };
