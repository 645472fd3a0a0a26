/** Form fields with custom components of lessons. */
import { VideoDuration } from './video-duration.tsx';
import { VideoSource } from './video-source.tsx';

export const lessonSpecial = { videoSource: VideoSource, duration: VideoDuration };
