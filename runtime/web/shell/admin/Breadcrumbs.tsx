/** The breadcrumbs: folders, then the page. */
import { useT } from '../../core/i18n/page-texts.ts'
import { useTabTitle } from '../tabs/Tab.tsx'
import { useWorkspace } from '../tabs/workspace.ts'

export function Breadcrumbs() {
  const t = useT()
  const { pages, activeId } = useWorkspace()
  const titleOf = useTabTitle()
  if (activeId === null) return null
  const folders = pages.get(activeId)?.folders ?? []
  return (
    <nav className="tw-crumbs" aria-label={t('shell.breadcrumbs')}>
      <ol>
        {folders.map((folder, index) => (
          <li key={folders.slice(0, index + 1).join('/')}>{folder}</li>
        ))}
        <li aria-current="page">{titleOf(activeId)}</li>
      </ol>
    </nav>
  )
}
