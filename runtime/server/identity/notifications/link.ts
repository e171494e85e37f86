import { writeListQuery, type ListQuery } from '../../../protocol/index.ts'
import type { Settings } from '../../settings/settings.ts'

/**
 * Where a page of the administration is opened from outside. The address of a request is no source for it: whoever
 * sends the request chooses it. Without the site setting only the part after the origin is known.
 * @param path for example `/admin/shop/order?search[0][field]=…`
 */
export const noticeLink = ({ siteUrl }: Settings, path: string): string =>
  // Mail programs end a link at a bracket.
  `${siteUrl}/#${path.replaceAll('[', '%5B').replaceAll(']', '%5D')}`

/**
 * The address of a list, narrowed by a query, for what notices open.
 * @param page for example `shop/order`
 */
export function listPath(page: string, query: Partial<ListQuery> = {}): string {
  const text = writeListQuery(query)
  return `/admin/${page}${text === '' ? '' : `?${text}`}`
}
