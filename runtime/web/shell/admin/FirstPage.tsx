/** `/admin` leads to the first page of the menu; `/admin/loading/…` to the page it names, once the menus are known. */
import { Navigate, useParams } from 'react-router-dom'
import { useTexts } from '../../i18n/shell-texts.ts'
import { wantedPath } from '../../session/wanted-path.ts'
import { firstPath, type MenuEntry } from '../menu/build-menu.ts'

export function FirstPage({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const say = useTexts()
  const path = firstPath(entries)
  if (path !== null) return <Navigate to={path} replace />
  return <div className="tw-page-note"><p>{say('page.noPages')}</p></div>
}

export function ForwardPage({ entries }: { readonly entries: readonly MenuEntry[] }) {
  const wish = useParams()['to']
  const path = wish === undefined ? null : pathOf(wish)
  return path === null ? <FirstPage entries={entries} /> : <Navigate to={path} replace />
}

/** The wish is JSON: `{"path": "/admin/wms/product", "query": {"page": "2"}}`. Null when it is none, or leads elsewhere. */
export function pathOf(wish: string): string | null {
  try {
    const { path, query } = JSON.parse(wish) as { path?: unknown; query?: Record<string, unknown> }
    if (typeof path !== 'string' || wantedPath(path) !== path || path.startsWith('/admin/loading')) return null
    const pairs = Object.entries(query ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
  } catch {
    return null
  }
}
