/** Opens the list of a generated table as the shell does, on a real server. */
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import type { TableModel } from 'tablewright/protocol'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { TablePage } from '../../../runtime/web/records/list/TablePage.tsx'
import { session } from '../../../runtime/web/core/auth/session.ts'
import { RouterPage } from '../../../runtime/web/core/page/RouterPage.tsx'
import type { AppRouter } from '../../../runtime/web/core/page/router.tsx'
import { openAddresses, RoutedPages } from '../memory-router.tsx'
import { menusOf } from '../menus.ts'
import { startListServer, type ListServer, type Served } from './list-server.ts'

configure({ asyncUtilTimeout: 6000 })
vi.setConfig({ testTimeout: 90_000 })

/** Starts a server with those tables before each test; returns how to reach it. */
export function useListServer(
  tables: () => Record<string, Served[]>,
  trees?: Readonly<Record<string, string>>,
): () => ListServer {
  let server: ListServer
  beforeEach(async () => {
    localStorage.clear()
    setLanguage('en')
    session.admin.id = 7
    server = await startListServer(tables(), trees)
    http.defaults.baseURL = server.address
  })
  afterEach(async () => {
    cleanup()
    await server.close()
  })
  afterAll(() => setLanguage('zh-cn'))
  return () => server
}

export interface OpenedList {
  readonly user: ReturnType<typeof userEvent.setup>
  readonly router: AppRouter
  /** Query of the address, decoded. */
  readonly address: () => string
}

/** Opens a list and waits for its rows. @param rights nodes the admin lacks */
export async function openList(model: TableModel, search = '', lacks: readonly string[] = []): Promise<OpenedList> {
  session.menus = menusOf(model, lacks)
  const router = openAddresses('/admin', `/admin/${model.page}${search}`)
  const page = (
    <RouterPage>
      <TablePage model={model} />
    </RouterPage>
  )
  render(<RoutedPages router={router} routes={[{ path: '/admin/*', element: page }]} />)
  await waitFor(() => {
    if (screen.getByRole(model.tree ? 'treegrid' : 'table').getAttribute('aria-busy') !== 'false')
      throw new Error('still loading')
  })
  return { user: userEvent.setup(), router, address: () => decodeURIComponent(router.location.search) }
}

/** Names of the records shown, in their order. */
export function shownNames(): string[] {
  return screen.queryAllByRole('rowheader').map((cell) => cell.textContent ?? '')
}

/** Waits until exactly these records are shown. */
export async function expectNames(names: readonly string[]): Promise<void> {
  await waitFor(() => {
    const shown = shownNames()
    if (JSON.stringify(shown) !== JSON.stringify(names))
      throw new Error(`shown: ${shown.join(', ')}; wanted: ${names.join(', ')}`)
  })
}

/** The row of a record. */
export function rowOf(name: string): HTMLElement {
  return screen.getByRole('rowheader', { name: new RegExp(`^(Expand |Collapse )?.*${name}`) }).closest('tr')!
}

export const inRow = (name: string) => within(rowOf(name))
