/** Rules of certificates: eligibility, and the reasons against it (spec §4; domain.md, Certificate). */
import { attendanceThreshold } from '../course/attendance/endpoints.ts';

/** Certificate settings of a course. */
export interface CertificateTerms {
  hasCertificate: boolean;
  passingScore: number;
}

export interface ProjectFigures {
  passingScore: number;
  isHandedIn: boolean;
  /** Score of the latest reviewed attempt; null: none reviewed. */
  score: number | null;
}

/** Progress of a member in a course, in numbers. */
export interface CertificateFigures {
  name: string;
  /** Lessons without live classes, which attendance counts. */
  lessons: number;
  completed: number;
  quizzes: number;
  /** Quizzes whose best attempt reaches the passing score. */
  passed: number;
  /** Sum of the best scores; a quiz without attempts adds 0. */
  points: number;
  classes: number;
  /** Live classes whose attendance was taken. */
  held: number;
  attended: number;
  /** Final project; null: the course has none. */
  project: ProjectFigures | null;
}

export const certificateRules = [
  'hasCertificate',
  'content',
  'name',
  'lessons',
  'quizzes',
  'project',
  'score',
  'attendance',
] as const;
export type CertificateRule = (typeof certificateRules)[number];

export interface FailedRule {
  rule: CertificateRule;
  /** Reason with the figures, such as "3 of 12 lessons completed". */
  reason: string;
}

/** Characters that the certificate's font has: Latin with diacritics. */
const printable =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u01cd-\u01dc\u0218-\u021b\u1e00-\u1e9b\u1e9d-\u1eff\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2026]*$/u;

/** Whether the certificate's font can print a text. */
export const isPrintable = (text: string): boolean => printable.test(text);

/** Mean of all quizzes and the final project, rounded; null if the course has neither. */
export function certificateScore({
  quizzes,
  points,
  project,
}: Pick<CertificateFigures, 'quizzes' | 'points'> & { project: Pick<ProjectFigures, 'score'> | null }): number | null {
  const parts = quizzes + (project ? 1 : 0);
  return parts === 0 ? null : Math.round((points + (project?.score ?? 0)) / parts);
}

/** Only held classes count, as in the course's attendance. */
function attendanceReason({ classes, held, attended }: CertificateFigures): string | undefined {
  if (classes === 0) return undefined;
  if (held === 0) return 'No attendance was taken yet';
  if (attended / held >= attendanceThreshold) return undefined;
  return `Attended ${attended} of ${held} classes, ${Math.round(attendanceThreshold * 100)}% needed`;
}

function projectReason({ project }: CertificateFigures): string | undefined {
  if (!project || (project.score ?? -1) >= project.passingScore) return undefined;
  if (!project.isHandedIn) return 'No final project handed in';
  if (project.score === null) return 'Final project not reviewed yet';
  return `Final project scored ${project.score}, ${project.passingScore} needed`;
}

const partReason = (done: number, all: number, word: string) => (done < all ? `${done} of ${all} ${word}` : undefined);

/** Rules that a member does not meet, in the order of {@link certificateRules}; empty: eligible. */
export function failedRules(terms: CertificateTerms, figures: CertificateFigures): FailedRule[] {
  const { lessons, completed, quizzes, passed, classes, name } = figures;
  const score = certificateScore(figures);
  const reasons: Record<CertificateRule, string | undefined> = {
    hasCertificate: terms.hasCertificate ? undefined : 'The course has no certificates',
    content: lessons + quizzes + classes === 0 ? 'The course has nothing to complete' : undefined,
    name: isPrintable(name) ? undefined : 'The name has letters that a certificate cannot print',
    lessons: partReason(completed, lessons, 'lessons completed'),
    quizzes: partReason(passed, quizzes, 'quizzes passed'),
    project: projectReason(figures),
    score: score !== null && score < terms.passingScore ? `Score ${score}, ${terms.passingScore} needed` : undefined,
    attendance: attendanceReason(figures),
  };
  return certificateRules.flatMap((rule) => {
    const reason = reasons[rule];
    return reason === undefined ? [] : [{ rule, reason }];
  });
}

/** Whole hours of a course from its minutes; at least 1, except 0 for a course without a length. */
export const certificateHours = (minutes: number): number =>
  minutes === 0 ? 0 : Math.max(1, Math.round(minutes / 60));

/** Alphabet of certificate codes, without characters that look alike. */
export const certificateAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Length of a certificate’s public code. */
export const certificateLength = 10;
