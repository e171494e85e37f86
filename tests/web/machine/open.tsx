/** Opens the list of the document with states as the shell does, on a real server. */
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Language, TableModel } from 'tablewright/protocol'
import { webValidator } from '../../../generator/validators.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { TablePage } from '../../../runtime/web/records/list/TablePage.tsx'
import { session } from '../../../runtime/web/core/auth/session.ts'
import { Toaster } from '../../../runtime/web/core/Toaster.tsx'
import { registerModules } from '../../../runtime/web/core/module-registry.ts'
import { RouterPage } from '../../../runtime/web/core/page/RouterPage.tsx'
import { openAddresses, RoutedPages } from '../memory-router.tsx'
import { menusOf } from '../menus.ts'
import { startMachineServer, type MachineServer } from './machine-server.ts'
import { demo, forms, order } from './order.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 90_000 })

/** Starts a server before each test; returns how to reach it. */
export function useMachineServer(): () => MachineServer {
  let server: MachineServer
  beforeAll(async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    registerModules({
      modules: { demo: { manifest: () => Promise.resolve(demo) } },
      validators: Object.fromEntries(forms.map((form) => [form.id, () => compile(form.id)])),
    })
    // Loaded here, so that no test waits for the compiler.
    await Promise.all([
      import('../../../runtime/web/records/list/actions/index.ts'),
      import('../../../runtime/web/records/actions/ActionForm.tsx'),
      import('../../../runtime/web/records/record/RecordDrawer.tsx'),
      ...forms.map(({ id }) => compile(id)),
    ])
  }, 120_000)
  beforeEach(async () => {
    localStorage.clear()
    session.admin.id = 7
    server = await startMachineServer()
    http.defaults.baseURL = server.address
  })
  afterEach(async () => {
    cleanup()
    await server.close()
  })
  afterAll(() => setLanguage('zh-cn'))
  return () => server
}

const compiled = new Map<string, Promise<{ validators: Record<string, unknown> }>>()

function compile(id: string): Promise<{ validators: Record<string, unknown> }> {
  const known =
    compiled.get(id) ??
    (async () => {
      const source = Buffer.from(await webValidator(forms.find((form) => form.id === id)!)).toString('base64')
      return (await import(/* @vite-ignore */ `data:text/javascript;base64,${source}`)) as {
        validators: Record<string, unknown>
      }
    })()
  compiled.set(id, known)
  return known
}

export type User = ReturnType<typeof userEvent.setup>

/** Opens the list and waits for its rows and their actions. @param lacks nodes the admin does not hold */
export async function openOrders({
  search = '',
  lacks = [],
  language = 'en',
  model = order,
}: { search?: string; lacks?: readonly string[]; language?: Language; model?: TableModel } = {}): Promise<User> {
  setLanguage(language)
  session.menus = menusOf(model, lacks)
  const router = openAddresses('/admin', `/admin/${order.page}${search}`)
  const page = (
    <RouterPage>
      <TablePage model={model} />
      <Toaster />
    </RouterPage>
  )
  render(<RoutedPages router={router} routes={[{ path: '/admin/*', element: page }]} />)
  await waitFor(() => {
    if (document.querySelectorAll('.list-row-actions button').length < 4) throw new Error('no actions yet')
  })
  return userEvent.setup()
}

export const inRow = (name: string) => within(screen.getByRole('rowheader', { name, hidden: true }).closest('tr')!)

/** The dialog that is open. */
export async function dialog(): Promise<HTMLElement> {
  return waitFor(() => {
    const found = document.querySelector<HTMLElement>('.action-dialog')
    if (!found) throw new Error('no dialog')
    return found
  })
}

export const expectNoDialog = () =>
  waitFor(() => {
    if (document.querySelector('.action-dialog')) throw new Error('the dialog is still there')
  })

/** Opens the menu of that name and answers its entries. */
export async function openMenu(user: User, name: string | RegExp): Promise<HTMLElement[]> {
  await user.click(screen.getByRole('button', { name }))
  return within(await screen.findByRole('menu')).getAllByRole('menuitem')
}

/** Why a button or an entry of a menu cannot be pressed; null when nothing is said. */
export function reasonOf(control: HTMLElement): string | null {
  const id = control.getAttribute('aria-describedby')
  return id === null ? null : (document.getElementById(id)?.textContent ?? null)
}
