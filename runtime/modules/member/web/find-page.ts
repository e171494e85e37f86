import { matchPath } from 'react-router-dom'
import type { ModulePage } from './centre.ts'

/** The page of another module at that path: one with exactly that address before one with named parts. */
export function findModulePage(path: string, modulePages: readonly ModulePage[]) {
  const matches = modulePages.flatMap((page) => {
    const match = matchPath(`/${page.path}`, `/${path}`)
    return match ? [{ page, params: match.params as Readonly<Record<string, string>> }] : []
  })
  return matches.find(({ page }) => !page.path.includes(':')) ?? matches[0]
}
