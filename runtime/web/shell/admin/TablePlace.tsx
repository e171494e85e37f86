/** Finds what a path names: a page of its own, or a table with its model and the list. */
import { Navigate, useParams } from 'react-router-dom'
import { problemText } from '../../api/problem.ts'
import { useTexts } from '../../i18n/shell-texts.ts'
import { isMissingPart } from '../ErrorBoundary.tsx'
import { useLoaded } from '../loaded.ts'
import { trailOf, type MenuEntry } from '../menu/build-menu.ts'
import { Failure } from '../pages/Failure.tsx'
import { ownPage } from '../own-pages.ts'
import { modelOf } from '../parts.ts'

const loadList = async () => (await import('../../list/TablePage.tsx')).TablePage

export function TablePlace({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const say = useTexts()
  const page = useParams()['*'] ?? ''
  const loaded = useLoaded(page, async () => {
    const own = ownPage(page)
    if (own) return { OwnPage: await own() } as const
    const [TablePage, model] = await Promise.all([loadList(), modelOf(page)])
    return { TablePage, model }
  })
  if (loaded.state === 'loading') return <p className="tw-unseen" role="status">{say('shell.loading')}</p>
  if (loaded.state === 'failed') {
    return isMissingPart(loaded.error)
      ? <Failure title={say('page.loadFailed')} text={say('page.newVersion')} />
      : <Failure title={say('page.loadFailed')} text={problemText(loaded.error)} retry={loaded.retry} />
  }
  const isListed = trailOf(entries, `/admin/${page}`).length > 0
  // The page exists, but the server has not put it into this person's menu.
  const { OwnPage, TablePage, model } = { OwnPage: null, TablePage: null, model: null, ...loaded.value }
  if (OwnPage) return isListed ? <OwnPage /> : <Navigate to="/401" replace />
  if (!TablePage || !model) return <Navigate to="/404" replace />
  if (!isListed) return <Navigate to="/401" replace />
  return <TablePage key={model.id} model={model} />
}
