/**
 * The contract of every slot of the server, which is a place where modules add something: what two modules add arrives
 * in the order in which the application lists them; what only one may supply is refused from a second one.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModuleManifest, TableModel, Text } from 'tablewright/protocol'
import {
  createRouteDefinition,
  createJobDefinition,
  type Hooks,
  type ServerModule,
  type StockHolder,
} from 'tablewright/server'
import { dataStepsOf } from '../../runtime/server/data-steps.ts'
import { demoRecords, demoRoles, runDemoWork } from '../../runtime/server/demo.ts'
import { postDocument } from '../../runtime/server/records/ledger/index.ts'
import {
  checksOf,
  contractsOf,
  derivationsOf,
  effectsOf,
  jobsOf,
  loadModules,
  membersOf,
  moduleHooks,
  noticeKindsOf,
  prepareModules,
  publicPagesOf,
  routesOf,
  settingsOf,
  topicsOf,
  type ModuleEntry,
} from '../../runtime/server/modules.ts'
import { hookNames, insteadOfHook } from '../../runtime/server/operation/hook-names.ts'
import { joinHooks, type Scope } from '../../runtime/server/operation/scope.ts'
import { create } from '../../runtime/server/records/create.ts'
import { importRows } from '../../runtime/server/records/import/import.ts'
import { list } from '../../runtime/server/records/list.ts'
import { remove } from '../../runtime/server/records/remove.ts'
import { sort } from '../../runtime/server/records/sort.ts'
import { update } from '../../runtime/server/records/update.ts'
import { accounts } from '../modules/helpdesk/payments.ts'
import { engines, type TestDatabase } from '../support/databases.ts'
import { loadTestModule } from '../support/schema-set.ts'
import { shop } from '../support/shop.ts'
import { callOf, depot, order, seedDepot, table } from '../server/ledger/depot.ts'
import { query, scopeOn } from '../server/records/scope.ts'
import { membersOfInterface } from './declared-names.ts'
import { partOf } from '../support/part-of.ts'

const text = (words: string): Text => ({ 'zh-cn': words, en: words })
const manifestOf = (name: string): ModuleManifest => ({
  name,
  label: text(name),
  icon: null,
  order: 1,
  menu: [],
  tables: {},
})

type Parts = Omit<ServerModule, 'name'>

/** Names of the two modules in one order and in the other. */
const orders = [
  ['first', 'second'],
  ['second', 'first'],
] as const

const entriesOf = (names: readonly string[], add: (name: string) => Parts): readonly ModuleEntry[] =>
  names.map((name) => ({ manifest: manifestOf(name), server: { name, ...add(name) } }))

/** What a module with that name adds, and the names of those whose contributions arrived, in the order of arrival. */
interface Listed {
  readonly add: (name: string, log: string[]) => Parts
  readonly arrived: (entries: readonly ModuleEntry[], log: string[]) => Promise<unknown> | readonly string[]
}

const nobody = partOf<Scope>({ database: { write: (work: (trx: null) => unknown) => work(null) }, registry: null })
const moduleOf = (name: string): string => name.split(/[/.]/)[0] ?? ''
const defineRoute = createRouteDefinition()
const defineJob = createJobDefinition()

const listed: Readonly<Record<Exclude<keyof Parts, keyof typeof single | 'hooks' | 'effects'>, Listed>> = {
  demo: {
    add: (name) => ({ demo: () => [{ table: 'shop/brand', key: name, values: {} }] }),
    arrived: (entries) => demoRecords(entries, 1, 1, 'en').map(({ key }) => key),
  },
  demoWork: {
    add: (name, log) => ({ demoWork: async () => void log.push(name) }),
    arrived: (entries) => runDemoWork(entries, nobody),
  },
  roles: {
    add: (name) => ({ roles: [{ name: text(name), nodes: [] }] }),
    arrived: (entries) => demoRoles(entries).map((role) => role.name.en),
  },
  settings: {
    add: (name) => ({ settings: { [`${name}_on`]: { type: 'switch', title: text(name), initial: true } } }),
    arrived: (entries) => settingsOf(entries).map(({ module }) => module),
  },
  pages: {
    add: (name) => ({ pages: [{ name: `${name}/map`, label: text(name), icon: 'map' }] }),
    arrived: async (entries) =>
      (await loadModules(entries)).flatMap(({ pages = [] }) => pages.map((one) => moduleOf(one.name))),
  },
  controllers: {
    add: (name) => ({ controllers: [`${name}.Desk`] }),
    arrived: (entries) => routesOf(entries).flatMap(({ own }) => (own?.controllers ?? []).map(moduleOf)),
  },
  routes: {
    add: (name) => ({
      routes: [
        defineRoute({
          path: `${name}.Desk/load`,
          area: 'admin',
          method: 'GET',
          login: 'admin',
          right: null,
          label: text(name),
          input: null,
          maxPerMinute: null,
          handler: async () => null,
        }),
      ],
    }),
    arrived: (entries) => routesOf(entries).flatMap(({ routes }) => routes.map(({ path }) => moduleOf(path))),
  },
  publicPages: {
    add: (name) => ({
      publicPages: [{ path: `/${name}/:id`, label: text(name), render: async () => null }],
    }),
    arrived: (entries) => publicPagesOf(entries).map(({ module }) => module),
  },
  jobs: {
    add: (name) => ({
      jobs: [
        defineJob({ name: `${name}/sort`, label: text(name), handler: ({ complete }) => complete(async () => {}) }),
      ],
    }),
    arrived: (entries) => jobsOf(entries).map((job) => moduleOf(job.name)),
  },
  topics: {
    add: (name) => ({ topics: [{ name: `${name}Room`, mayRead: async () => true }] }),
    arrived: (entries) => topicsOf(entries).map((kind) => kind.name.replace('Room', '')),
  },
  migrations: {
    add: (name) => ({ migrations: [{ name: `${name}/fill`, label: text(name), sql: [] }] }),
    arrived: (entries) =>
      dataStepsOf(entries, [], { engine: 'sqlite' }, async () => nobody).map((step) => moduleOf(step.name)),
  },
  checks: {
    add: (name) => ({
      checks: [{ name, label: text(name), repair: 'edit', find: async () => ({ list: [], count: 0 }) }],
    }),
    arrived: (entries) => checksOf(entries).map(({ name }) => name),
  },
  derivations: {
    add: (name) => ({ derivations: [{ name, label: text(name), run: async () => ({ changes: [], left: [] }) }] }),
    arrived: (entries) => derivationsOf(entries).map(({ name }) => name),
  },
  notices: {
    add: (name) => ({ notices: [{ name: `${name}/late`, label: text(name), path: '/admin', nodes: [] }] }),
    arrived: (entries) => noticeKindsOf(entries).map((kind) => moduleOf(kind.name)),
  },
  messages: {
    add: (name, log) => ({
      messages: [{ code: name, label: text(name), variables: {}, isSecret: false }],
      prepare: async ({ messages }) => void log.splice(0, Infinity, ...messages.map(({ code }) => code)),
    }),
    arrived: (entries) => prepareModules(nobody.database, entries, async () => nobody),
  },
  payProjects: {
    add: (name) => ({ payProjects: [{ ...accounts, name, locks: 'shop/brand' }] }),
    arrived: (entries) => contractsOf(entries, [shop.model('brand')]).payProjects?.map((project) => project.name) ?? [],
  },
  stockHolders: {
    add: (name) => ({ stockHolders: [partOf<StockHolder>({ entity: `${name}/order` })] }),
    arrived: (entries) =>
      contractsOf(
        entries,
        orders[0].map((name) => partOf<TableModel>({ id: `${name}/order` })),
      ).stockHolders?.map(({ entity }) => moduleOf(entity)) ?? [],
  },
  memberCards: {
    add: (name) => ({ memberCards: [{ nodes: [name], lines: async () => [] }] }),
    arrived: (entries) => contractsOf(entries, []).memberCards?.flatMap(({ nodes }) => nodes) ?? [],
  },
  memberErasure: {
    add: (name, log) => ({
      memberErasure: {
        describe: async () => ({ lines: [], refusals: [] }),
        export: async () => [],
        erase: async () => void log.push(name),
      },
    }),
    arrived: async (entries) => {
      for (const { erase } of contractsOf(entries, []).memberErasure ?? []) await erase(partOf(undefined), 7)
    },
  },
  prepare: {
    add: (name, log) => ({ prepare: async () => void log.push(name) }),
    arrived: (entries) => prepareModules(nobody.database, entries, async () => nobody),
  },
}

/** What only one module may supply, and who was taken. */
const single = {
  mailer: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).mailer,
  smsSender: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).smsSender,
  wallet: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).wallet,
  memberNotices: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).memberNotices,
  payments: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).payments,
  stockHolds: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).stockHolds,
  questionBank: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).questionBank,
  lessons: (entries: readonly ModuleEntry[]) => contractsOf(entries, []).lessons,
  // Without a module, the core supplies it.
  wordFilter: (entries: readonly ModuleEntry[]) =>
    entries.some(({ server }) => server?.wordFilter) ? contractsOf(entries, []).wordFilter : undefined,
  members: (entries: readonly ModuleEntry[]) => membersOf(entries).members,
}

describe('slots of the server', () => {
  it('have a contract each', () => {
    const declared = membersOfInterface('runtime/server/server-module.ts', 'OwnParts').filter((one) => one !== 'name')
    expect([...Object.keys(listed), ...Object.keys(single), 'hooks'].sort()).toEqual(declared.toSorted())
    expect(membersOfInterface('runtime/server/server-module.ts', 'ServerModule')).toEqual(['hooks', 'effects'])
  })

  it.each(Object.entries(listed))('%s arrive in the order of the modules', async (_slot, { add, arrived }) => {
    for (const names of orders) {
      const log: string[] = []
      const entries = entriesOf(names, (name) => add(name, log))
      const found = (await arrived(entries, log)) ?? log
      expect((found as readonly string[]).filter((name) => names.some((own) => own === name))).toEqual(names)
    }
  })

  it.each(Object.entries(single))('%s: one module supplies it, a second one is refused', (slot, taken) => {
    const part = {}
    const add = (): Parts => ({ [slot]: part })
    expect(taken(entriesOf(['first'], add))).toBe(part)
    expect(taken(entriesOf(['first'], () => ({})))).toBe(undefined)
    expect(() => taken(entriesOf(['first', 'second'], add))).toThrow(
      /^two modules supply .+: first and second; leave one of them out$/,
    )
  })

  it('effects: each entity has those of its module, whatever the order', () => {
    for (const names of orders) {
      const run = async () => {}
      const effects = effectsOf(
        entriesOf(names, (name) => ({ effects: { [`${name}/visit`]: { [name]: run } } })),
        [],
      )
      expect(Object.fromEntries(effects)).toEqual({ 'first/visit': { first: run }, 'second/visit': { second: run } })
    }
  })

  it('effects: the same one of two modules is refused', () => {
    const run = async () => {}
    const entries = entriesOf(['first', 'second'], (name) => ({
      effects: { 'shop/visit': { tell: run, [name]: run } },
    }))
    expect(() => effectsOf(entries, [])).toThrow('two modules supply the effect tell of shop/visit')
  })
})

describe('hooks', () => {
  const names = membersOfInterface('runtime/server/operation/scope.ts', 'Hooks')
  /** What a hook that changes nothing answers. */
  const answers: Readonly<Record<string, (...given: readonly never[]) => unknown>> = {
    prepareBody: (_scope: never, _model: never, change: { readonly body: unknown }) => change.body,
    frozenFields: () => new Map(),
    restrictRows: () => ({}),
  }
  const log: { readonly hook: string; readonly module: string; readonly table: string }[] = []
  const hooksOf = (module: string, table: string): Hooks =>
    Object.fromEntries(
      names.map((hook) => [
        hook,
        (...given: readonly never[]) => {
          log.push({ hook, module, table })
          return answers[hook]?.(...given)
        },
      ]),
    )

  let database: TestDatabase
  beforeAll(async () => {
    const { forms } = await loadTestModule('depot')
    const models = [...shop.models, ...depot]
    database = await engines[0]!.open(models)
    const tables = ['shop/brand', 'depot/receipt', 'depot/book']
    const entries = entriesOf(['first', 'second'], (name) => ({
      hooks: {
        ...Object.fromEntries(tables.map((id) => [id, hooksOf(name, id)])),
        'shop/unit': hooksOf(name, 'shop/unit'),
      },
    }))
    const hooks = joinHooks(moduleHooks(entries))
    await runOperations(scopeOn(database, models, { hooks }, [...shop.forms, ...forms]))
  })
  afterAll(() => database.dispose())

  async function* csv(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('name\nThird\n')
  }

  async function runOperations(scope: Scope): Promise<void> {
    const brand = shop.model('brand')
    const one = await create(scope, brand, { name: 'One' })
    const other = await create(scope, brand, { name: 'Other' })
    await update(scope, brand, { id: one.id, name: 'First' })
    await sort(scope, brand, { id: one.id, targetId: other.id })
    await list(scope, brand, query('quickSearch=First'))
    await remove(scope, brand, [other.id])
    await importRows(scope, shop.model('unit'), { source: csv })
    const { products, shelves } = await seedDepot(database)
    const [product = 0, shelf = 0] = [products[0], shelves[0]]
    const line = { product_id: product, shelf_id: shelf, plan_quantity: '1.000', price: '1.0000' }
    await create(scope, table('receipt'), { type: 10, lines: [line] })
    const receipt = await order(database, 'receipt', [[product, shelf, 98_000]])
    await database.write(async (trx) => postDocument(await callOf(scope, trx, 'receipt', receipt), 'receive'))
  }

  it('T20: there are at most twelve, and a start with any other is refused and names its successor', () => {
    expect(hookNames.toSorted()).toEqual(names.toSorted())
    expect(names.length).toBeLessThanOrEqual(12)
    const withHook = (name: string) => () =>
      moduleHooks(entriesOf(['first'], () => ({ hooks: { 'shop/brand': { [name]: () => Promise.resolve() } } })))
    expect(withHook('beforeWrite')).not.toThrow()
    expect(withHook('afterSave')).toThrow('the hook afterSave of shop/brand, which does not exist: use afterWrite(')
    expect(withHook('toString')).toThrow(`which does not exist: use one of ${hookNames.join(', ')}`)
    const former = [
      'warn',
      'afterSave',
      'beforeSort',
      'beforePosting',
      'accessibleIds',
      'accessibleRows',
      'quickSearch',
    ]
    for (const name of [...former, 'listExtra'])
      for (const text of Object.values(insteadOfHook(name) ?? {})) expect(text).toMatch(/use |answer with |改用/)
    expect(former.every((name) => insteadOfHook(name) !== null)).toBe(true)
  })

  it.each(names)('%s: both modules are asked, in their order', (hook) => {
    const asked = log.filter((one) => one.hook === hook).map(({ module }) => module)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked).toEqual(Array.from({ length: asked.length / 2 }, () => ['first', 'second']).flat())
  })

  it('are asked by an import as well', () => {
    const asked = log.filter(({ hook, table: id }) => id === 'shop/unit' && hook !== 'restrictRows')
    expect(asked.map(({ hook, module }) => `${hook} ${module}`)).toEqual(
      ['prepareBody', 'beforeWrite', 'beforeImport', 'beforeCreate', 'afterWrite'].flatMap((hook) => [
        `${hook} first`,
        `${hook} second`,
      ]),
    )
  })
})
