/** Where one is, as a list: folders, then the page. */
import { useLocation } from 'react-router-dom'
import { useTexts } from '../../i18n/shell-texts.ts'
import { trailOf, type MenuEntry } from '../menu/build-menu.ts'

export function Breadcrumbs({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const say = useTexts()
  const { pathname } = useLocation()
  const trail = trailOf(entries, pathname)
  if (trail.length === 0) return null
  return (
    <nav className="tw-crumbs" aria-label={say('shell.breadcrumbs')}>
      <ol>
        {trail.map((entry, index) => <li key={entry.key} aria-current={index === trail.length - 1 ? 'page' : undefined}>{entry.title}</li>)}
      </ol>
    </nav>
  )
}
