/** The pages of the admin area by path, each loaded once: code, and for a table its model. */
import { createElement, type ComponentType } from 'react'
import type { TableModel } from '../../../protocol/index.ts'
import type { ListProps } from '../../define-module.ts'
import { loadModel, loadModulePage, loadReplacement, replacementCount } from '../../core/module-registry.ts'
import { useCurrentModel } from '../../core/use-current-model.ts'
import { corePageAt } from './core-pages.ts'

export interface LoadedPage {
  /** Null when no module has a page at that path. */
  readonly page: ComponentType | null
}

const loadedPages = new Map<string, LoadedPage>()

/** The page when it was loaded before. */
export function loadedPage(pathname: string): LoadedPage | undefined {
  return loadedPages.get(pathname.toLowerCase())
}

/** Loads the page of a path. Rejects when its code cannot be loaded. */
export async function loadPage(pathname: string): Promise<LoadedPage> {
  const loaded = loadedPage(pathname) ?? (await fetchPage(pathname))
  loadedPages.set(pathname.toLowerCase(), loaded)
  return loaded
}

async function fetchPage(pathname: string): Promise<LoadedPage> {
  const own = corePageAt(pathname)
  if (own) return { page: await own.load() }
  const page = await loadModulePage(pathname.replace(/^\/admin\//, ''))
  if (page) return { page }
  const [{ TablePage }, model] = await Promise.all([
    import('../../records/list/TablePage.tsx'),
    loadPageModel(pathname),
  ])
  if (model === null) return { page: null }
  const replacement = await loadReplacement<ListProps>(model, 'lists')
  if (replacement || model.id !== 'system/attachment') return { page: pageOf(replacement ?? TablePage, model) }
  const { AttachmentsPage } = await import('../../records/attachments/AttachmentsPage.tsx')
  return { page: pageOf(AttachmentsPage, model) }
}

/** A page of a table, always with the model as it is now. */
function pageOf(Page: ComponentType<ListProps>, model: TableModel): ComponentType {
  const loadedAt = replacementCount()
  return function CurrentPage() {
    return createElement(Page, { model: useCurrentModel(model, loadedAt) })
  }
}

/** The model of the list at a path; null when it is no list. */
export async function loadPageModel(pathname: string): Promise<TableModel | null> {
  return corePageAt(pathname) ? null : await loadModel(pathname.replace(/^\/admin\//, ''))
}
