/** Opens the record drawer the way the list does, on generated models and a real server. */
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormModel, ModuleManifest, TableModel } from 'tablewright/protocol'
import { useEffect, useState } from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { webValidator } from '../../../generator/validators.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { RecordDrawer, type RecordDrawerProps } from '../../../runtime/web/records/record/RecordDrawer.tsx'
import { session } from '../../../runtime/web/core/auth/session.ts'
import {
  loadModel,
  registerModules,
  type ModuleComponents,
  type ValidatorLoaders,
} from '../../../runtime/web/core/module-registry.ts'
import { RouterPage } from '../../../runtime/web/core/page/RouterPage.tsx'
import type { AppRouter } from '../../../runtime/web/core/page/router.tsx'
import { openAddresses, RoutedPages } from '../memory-router.tsx'
import { menusOf } from '../menus.ts'
import { startRecordServer, type RecordServer, type ServedRow } from './record-server.ts'
import { shop } from '../../support/shop.ts'

// A form of many fields is slow to search in jsdom, more so while other tests run beside.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 90_000 })

/** Starts a server with those tables before each test of the file; returns how to reach it. */
export function useRecordServer(tables: () => Record<string, ServedRow[]>): () => RecordServer {
  let server: RecordServer
  beforeAll(() => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }))
    registerModules({
      modules: { shop: { manifest: () => Promise.resolve(shop.manifest) } },
      validators: loaders(shop.manifest),
    })
  })
  beforeEach(async () => {
    setLanguage('zh-cn')
    server = await startRecordServer(tables())
    http.defaults.baseURL = server.address
  })
  afterEach(async () => {
    cleanup()
    localStorage.clear()
    await server.close()
  })
  afterAll(() => setLanguage('zh-cn'))
  return () => server
}

/** Gives the module of the shop components of its own; what it answers takes them away again. */
export function provideComponents(components: Partial<ModuleComponents>): () => void {
  const manifest = () => Promise.resolve(shop.manifest)
  const register = (given: ModuleComponents) =>
    registerModules({
      modules: { shop: { manifest, components: () => Promise.resolve(given) } },
      validators: loaders(shop.manifest),
    })
  const none = { widgets: {}, cells: {} }
  register({ ...none, ...components })
  return () => register(none)
}

/** Makes a model of the test's own known beside the generated ones. */
export function provideOwn(model: TableModel, form: FormModel): void {
  const own: ModuleManifest = {
    name: model.module,
    label: model.label,
    icon: null,
    order: 1,
    menu: [model.page],
    tables: {
      [model.page]: {
        singular: model.singular,
        model: () => Promise.resolve(model),
        form: () => Promise.resolve(form),
      },
    },
  }
  registerModules({
    modules: {
      shop: { manifest: () => Promise.resolve(shop.manifest) },
      [model.module]: { manifest: () => Promise.resolve(own) },
    },
    validators: loaders(shop.manifest, own),
  })
}

export interface OpenedRecord {
  readonly user: ReturnType<typeof userEvent.setup>
  readonly savedIds: number[]
  readonly router: AppRouter
  /** True once the drawer has told that it is closed. */
  readonly isClosed: () => boolean
  /** Replaces the model of the open record, as an edit of its schema does. */
  readonly replaceModel: (change: (model: TableModel) => TableModel) => void
}

interface OpenedProps extends Omit<RecordDrawerProps, 'isOpen' | 'onClose'> {
  readonly onReplace: (replace: (model: TableModel) => void) => void
}

function Opened({ onReplace, ...props }: OpenedProps) {
  const [isOpen, setIsOpen] = useState(true)
  const [model, setModel] = useState(props.model)
  useEffect(() => onReplace(setModel), [onReplace])
  return <RecordDrawer {...props} model={model} isOpen={isOpen} onClose={() => setIsOpen(false)} />
}

/** Opens the record of a page (`shop/product`) and waits for its form. */
export async function openRecord(page: string | TableModel, id: number | null): Promise<OpenedRecord> {
  const model = typeof page === 'string' ? await loadModel(page) : page
  if (!model) throw new Error(`no page ${String(page)}`)
  const savedIds: number[] = []
  session.menus = menusOf(model)
  let closed = false
  let replace: (model: TableModel) => void = () => {}
  const onReplace = (set: typeof replace): void => {
    replace = set
  }
  const router = openAddresses('/before', '/')
  const opened = (
    <RouterPage>
      <Opened
        model={model}
        onReplace={onReplace}
        id={id}
        onSaved={(saved) => savedIds.push(saved)}
        onClosed={() => {
          closed = true
        }}
      />
    </RouterPage>
  )
  const routes = [
    { path: '/', element: opened },
    { path: '/before', element: <p>before</p> },
    { path: '/elsewhere', element: <p>elsewhere</p> },
  ]
  render(<RoutedPages router={router} routes={routes} />)
  await screen.findByRole('button', { name: /^(保存|Save)$/ })
  return {
    user: userEvent.setup(),
    savedIds,
    router,
    isClosed: () => closed,
    replaceModel: (change) => act(() => replace(change(model))),
  }
}

/** The props React last gave to an element: another object after every render of the component that creates it. */
export function propsOf(element: Element): unknown {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  return key && Reflect.get(element, key)
}

const compiled = new Map<string, Promise<{ validators: Record<string, unknown> }>>()

/** Validators compiled as the build does, one module each, once in a file of tests. */
function loaders(...manifests: ModuleManifest[]): ValidatorLoaders {
  return new Proxy(
    {},
    {
      get: (_target, table: string) => () => {
        const known = compiled.get(table) ?? compile(table, manifests)
        compiled.set(table, known)
        return known
      },
    },
  )
}

async function compile(
  table: string,
  manifests: readonly ModuleManifest[],
): Promise<{ validators: Record<string, unknown> }> {
  const entries = await Promise.all(
    manifests
      .flatMap((manifest) => Object.values(manifest.tables))
      .map(async (entry) => ({ model: await entry.model(), form: await entry.form() })),
  )
  const entry = entries.find(({ model }) => model.id === table)
  if (!entry) throw new Error(`no table ${table}`)
  const source = Buffer.from(await webValidator(entry.form)).toString('base64')
  return (await import(`data:text/javascript;base64,${source}`)) as { validators: Record<string, unknown> }
}
