/** The pages the admin may open, from the menu nodes and the core pages. Pure. */
import type { MenuNode } from '../../../protocol/index.ts'
import { iframeUrl, isIframePath } from '../pages/iframe-url.ts'
import { pathOfNode } from './build-menu.ts'

export interface PageEntry {
  /** What a tab is known by. */
  readonly id: string
  readonly path: string
  readonly title: string
  readonly icon: string
  /** Titles of the folders above. */
  readonly folders: readonly string[]
}

export type Pages = ReadonlyMap<string, PageEntry>

/** The id of a page: paths are compared without case, embedded addresses with case. */
export function pageId(pathname: string): string {
  if (!isIframePath(pathname)) return pathname.toLowerCase().replace(/\/+$/, '')
  const url = iframeUrl(pathname)
  return url === null ? pathname : `/admin/iframe/${encodeURIComponent(url.href)}`
}

/**
 * Includes pages with permissions but without a menu entry (`add_rules_only`), excludes entries without a route
 * (`add_menu_only`).
 */
export function pagesOf(menus: readonly MenuNode[], own: readonly PageEntry[]): Pages {
  const pages = new Map<string, PageEntry>()
  const add = (nodes: readonly MenuNode[], folders: readonly string[]): void => {
    for (const node of nodes) {
      const path = node.extend === 'add_menu_only' ? null : pathOfNode(node)
      if (path !== null)
        pages.set(pageId(path), { id: pageId(path), path, title: node.title, icon: node.icon, folders })
      if (node.type === 'menu_dir') add(node.children ?? [], [...folders, node.title])
    }
  }
  add(menus, [])
  for (const page of own) if (!pages.has(page.id)) pages.set(page.id, page)
  return pages
}
