/** What admins noted on pages: a banner above the page's list. */
import type { AccessState } from '../../operation/access/access-state.ts'

const indexSuffix = '/index'

/** By page in lower case, only pages with a remark: their own, else that of the right to see them. */
export function pageRemarks({ rules }: AccessState): ReadonlyMap<string, string> {
  const withRemark = [...rules.values()]
    .map(({ name, row }) => ({
      name: name.toLowerCase(),
      remark: row.remark ?? '',
      isPage: row.type !== 'button',
    }))
    .filter(({ remark }) => remark !== '')
  const ofRights = withRemark
    .filter(({ name, isPage }) => !isPage && name.endsWith(indexSuffix))
    .map(({ name, remark }) => [name.slice(0, -indexSuffix.length), remark] as const)
  return new Map([
    ...ofRights,
    ...withRemark.filter(({ isPage }) => isPage).map(({ name, remark }) => [name, remark] as const),
  ])
}
