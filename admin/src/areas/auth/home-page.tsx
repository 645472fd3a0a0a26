/** Where to go from here, by role. */
import { Link } from '@tanstack/react-router';
import { getOwnProfile } from '#contract/auth.ts';
import { useCall } from '#kit/use-call.ts';
export function HomePage() { const { data } = useCall(getOwnProfile, {}); return <h1>{data?.name}<Link to="/home">x</Link></h1>; }
