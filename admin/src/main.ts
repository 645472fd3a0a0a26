/** The little that runs first: asks for the page's data and draws its frame, while the app itself is on its way. */
import './app/mantine.css';
import './app/styles.css';
import { sendEarlyRequests } from '#kit/api/early-requests.ts';
import { isSignedIn } from '#kit/api/session.ts';
import { foldedKey, schemeKey } from './app/appearance-keys.ts';

sendEarlyRequests();

const { dataset } = document.documentElement;
const scheme = localStorage.getItem(schemeKey) ?? 'auto';
const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
dataset['mantineColorScheme'] = isDark ? 'dark' : 'light';
if (isSignedIn()) dataset['frame'] = localStorage.getItem(foldedKey) === 'true' ? 'folded' : 'open';

void import('./app/start.tsx');
