/** The home page with the places of the menu: what the role may open. */
import { HomePage } from '../areas/auth/home-page.tsx';
import { role } from '#kit/api/session.ts';
import { menuOf } from './menu.ts';

export function StartPage() {
  return <HomePage places={menuOf(role() ?? '').flatMap(({ entries }) => entries)} />;
}
