/** Sentences about what a question of a file has, and ours cannot hold. */

/** Decodes a URL-encoded path; malformed ones are unchanged. */
export function unescapedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Last part of an address; pictures within a text have none. */
function fileNameOf(address: string): string {
  if (/^data:/i.test(address)) return '';
  const name = /([^/\\]*)[/\\]*$/.exec(address.replace(/[?#].*$/, ''))?.[1] ?? '';
  return unescapedPath(name);
}

const named = (what: string, address: string): string => {
  const name = fileNameOf(address);
  return name === '' ? what : `${what} “${name.slice(0, 100)}”`;
};

const kinds: readonly (readonly [noun: string, elements: readonly string[], type: RegExp, extension: RegExp])[] = [
  ['picture', [], /^image\//, /\.(?:png|jpe?g|jpe|gif|webp|avif|svgz?|bmp|tiff?|ico)$/],
  ['sound', ['audio'], /^audio\//, /\.(?:mp3|m4a|ogg|oga|opus|wav|aac|flac|wma|midi?)$/],
  ['video', ['video'], /^video\//, /\.(?:mp4|m4v|mov|webm|ogv|avi|mkv|wmv|flv|mpe?g)$/],
  ['page', ['iframe'], /^text\/html/, /\.html?$/],
];

/** Noun phrase of a file that a text shows or plays. */
export function mediaOf(address: string, element = '', type = ''): string {
  const name = fileNameOf(address).toLowerCase();
  const inData = /^data:([^;,]*)/i.exec(address)?.[1] ?? '';
  const [noun] = kinds.find(
    ([, elements, types, extension]) =>
      elements.includes(element) || types.test(type || inData) || extension.test(name),
  ) ?? ['file'];
  const isPage = noun === 'page' && address !== '';
  return isPage ? `The page “${address.slice(0, 200)}”` : named(`The ${noun}`, address);
}

/** Noun phrase of a picture, by its file or its alternative text. */
export const pictureNamed = ({ address, alt }: { address: string; alt: string }): string =>
  fileNameOf(address) === '' && alt !== '' ? `The picture “${alt.slice(0, 100)}”` : named('The picture', address);

export const leftOut = (what: string, verb = 'was'): string => `${what} ${verb} left out`;

export const feedbackLost = leftOut('Feedback on single answers');
export const answerFeedbackLost = leftOut('Feedback on right and wrong answers');
export const caseLost = 'Answers are accepted in capital and small letters alike';

/** Names the part of the question that a loss is of. */
export const inPart = (part: string, losses: readonly string[]): string[] =>
  losses.map((loss) => `${part}: ${loss.charAt(0).toLowerCase()}${loss.slice(1)}`);
