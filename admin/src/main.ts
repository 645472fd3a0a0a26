/** Runs first: requests the page's data and draws its frame while the code of the app is loading. */
import './app/mantine.css';
import './app/styles.css';
// Here, the styles of start.tsx need no file of their own.
import '#kit/feedback/states.module.css';
import './areas/auth/sign-in.module.css';
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
// Creating the first formatter takes the browser 10 ms; here, the code of the app is loading meanwhile.
Intl.NumberFormat();
