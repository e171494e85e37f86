/**
 * A change of tables that is stopped at its statements: the next one goes on, and ends where one that was never stopped
 * does. Statements are the units that a killed process leaves done or not done; what runs in a transaction is undone by
 * the database itself.
 */
import type { Kysely, KyselyPlugin } from 'kysely'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FieldModel, StoredValue, TableModel } from 'tablewright/protocol'
import { fullScope } from '../../../../generator/rule/scope.ts'
import { runText } from '../../../../runtime/server/db/run-text.ts'
import {
  applyPlan,
  planDatabase,
  prepareDatabase,
  type Database,
  type Tables,
} from '../../../../runtime/server/db/index.ts'
import { engines, openAt, type Engine } from '../../../support/databases.ts'
import { storeIntegers } from '../../../support/integer-storage.ts'
import { field, reference, tableModel } from '../../../support/models.ts'
import { rule } from '../../rules/schema-set.ts'

/** Statements between two stops. */
const stride = Number(process.env['TABLEWRIGHT_TEST_STRIDE'] ?? 7)

const target = tableModel('stop/target', { fields: [field('name', 'text')] })
const number = field('number', 'integer')
const half = rule('number / 2', number, fullScope([number]))
const thing = (id: string, fields: TableModel['fields'], more: Partial<TableModel> = {}) =>
  tableModel(id, { fields: [field('name', 'text', { maxLength: 20 }), ...fields], ...more })

const before: readonly TableModel[] = [
  target,
  thing('stop/thing', [
    field('price', 'decimal', { scale: 2 }),
    field('weight', 'decimal', { scale: 3 }),
    field('gone', 'text', { required: true }),
    number,
    reference('ref', target),
    field('other', 'integer'),
  ]),
  thing('stop/former', [field('text', 'text')], { search: ['text'] }),
]
const after: readonly TableModel[] = [
  target,
  thing(
    'stop/thing',
    [
      field('cost', 'decimal', { scale: 4, renamedFrom: 'price' }),
      field('weight', 'decimal', { scale: 3 }),
      number,
      reference('ref', target, 'cascade', { required: true }),
      reference('other', target),
      field('half', 'integer', { readOnly: true, computed: { rule: half, stored: true } }),
      field('code', 'textarea', {
        required: true,
        backfill: rule("'no-' + name", field('code', 'text'), fullScope([field('name', 'text')])),
      }),
    ],
    { search: ['name'], indexes: [{ name: 'cost', on: ['cost', 'id'], unique: true }] },
  ),
  thing('stop/thing2', [field('text', 'text')], { search: ['text'], renamedFrom: 'stop/former' }),
  thing('stop/new', [reference('thing_id', target)]),
]

interface Change {
  readonly before: readonly TableModel[]
  readonly after: readonly TableModel[]
  fill(database: Database): Promise<void>
  /** Names of its tables begin with it. */
  readonly prefix: string
}

/** Enough rows for others to notice while all of them are written. */
const rows = 10_100
const priced = (scale: number, code: FieldModel, more: Partial<TableModel> = {}): readonly TableModel[] => [
  tableModel('many/thing', {
    fields: [
      field('price', 'decimal', { scale, required: true, default: '1' }),
      code,
      field('cost', 'decimal', { scale }),
    ],
    indexes: [
      { name: 'code', on: ['code', 'price'], unique: true },
      { name: 'price', on: ['price'], unique: false },
    ],
    ...more,
  }),
]
const large: Change = {
  prefix: 'many_',
  before: priced(2, field('code', 'integer')),
  after: priced(3, field('code', 'text', { maxLength: 9 }), { search: ['code'] }),
  async fill(database) {
    await applyPlan(database, this.before)
    await database.write((trx) =>
      runText(
        trx,
        `insert into many_thing (price, code, cost) select i / 100.0, i, i from generate_series(1, ${rows}) as i`,
      ),
    )
  },
}

const amountOf = (name: string): string => (name === 'price' ? 'amount' : name)

/** The same with a renamed table and column: it is prepared under the former names. */
const renamed: Change = {
  ...large,
  after: large.after.map(({ fields, indexes, ...model }) =>
    tableModel('many/item', {
      ...model,
      id: 'many/item',
      table: 'many_item',
      renamedFrom: 'many/thing',
      fields: fields
        .filter(({ name }) => name !== 'id')
        .map((one) => (one.name === 'price' ? { ...one, name: 'amount', renamedFrom: 'price' } : one)),
      indexes: indexes.map(({ on, ...index }) => ({ ...index, on: on.map(amountOf) as [string, ...string[]] })),
    }),
  ),
}

async function fill(database: Database): Promise<void> {
  await applyPlan(database, before)
  await database.write(async (trx) => {
    const add = (table: string, values: Readonly<Record<string, StoredValue>>) =>
      trx.insertInto(table).values(values).execute()
    for (const name of ['x', 'y']) await add('stop_target', { name })
    for (const [price, name] of [
      [150, 'a'],
      [275, 'b'],
      [null, 'c'],
    ] as const)
      await add('stop_thing', { name, price, weight: 1001, gone: 'g', number: 9, ref: 1, other: 2 })
    await add('stop_former', { name: 'd', text: 'kept' })
  })
  // As an earlier version left it.
  if (!database.adapter.embedded) await storeIntegers(database)
}

/** The database, whose statements that change something fail from the given one on. */
function stopping(database: Database, first: number): Database {
  let left = first
  const hit = (): void => {
    left -= 1
    if (left < 0) throw new Error('stopped')
  }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const isRead =
        node.kind === 'SelectQueryNode' || (node.kind === 'RawNode' && /^\s*(select|with|pragma)/.test(textOf(node)))
      if (!isRead) hit()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const plugged: Database['write'] = (work) => database.write((trx) => work((trx as Kysely<Tables>).withPlugin(plugin)))
  const own: Partial<Database> = {
    write: plugged,
    writeUnchecked: (work) => database.writeUnchecked((trx) => work((trx as Kysely<Tables>).withPlugin(plugin))),
    runAlone: async (statement) => {
      hit()
      await database.runAlone(statement)
    },
    backup: () => null,
  }
  return new Proxy(database, {
    get: (all, name) => {
      if (name in own) return own[name as keyof Database]
      const value: unknown = Reflect.get(all, name)
      return typeof value === 'function' ? (value.bind(all) as unknown) : value
    },
  })
}

const textOf = (node: object): string => ('sqlFragments' in node ? String((node.sqlFragments as string[])[0]) : '')

/** What the database contains: its tables, and all their rows but the times of the plans. */
async function contents(database: Database, prefix: string): Promise<unknown> {
  const tables = await database.adapter.catalogue(database.query)
  const rows: Record<string, unknown> = {}
  for (const { name } of tables.filter((one) => one.name.startsWith(prefix)))
    rows[name] = await database.query.selectFrom(name).selectAll().orderBy('id').execute()
  return { tables: tables.map((one) => ({ ...one, guards: one.guards.toSorted() })), rows }
}

const small: Change = { before, after, fill, prefix: 'stop_' }

/** Stops a change at every so many of its statements, and compares the end with that of one that was not stopped. */
async function stopAndGoOn(engine: Engine, { after, prefix, ...change }: Change) {
  const places = [await engine.place(), await engine.place()] as const
  const [whole, stopped] = [await openAt(places[0]), await openAt(places[1])]
  try {
    await change.fill(whole)
    await change.fill(stopped)
    await prepareDatabase(whole, after, true)
    expect((await planDatabase(whole, after)).steps.filter((step) => step.blocking)).toEqual([])
    let stops = 0
    const seen = new Set<string>()
    for (let count = 0, known = ''; ; count += stride) {
      const { hash } = await planDatabase(stopped, after)
      if (hash !== known) count = 0
      known = hash
      seen.add(hash)
      const error = await prepareDatabase(stopping(stopped, count), after, true).then(
        () => null,
        (reason: unknown) => String(reason),
      )
      if (error === null) break
      expect(error).toContain('stopped')
      stops += 1
    }
    expect(await planDatabase(stopped, after)).toEqual(await planDatabase(whole, after))
    expect(await contents(stopped, prefix)).toEqual(await contents(whole, prefix))
    return { stops, plans: seen.size }
  } finally {
    await whole.close()
    await stopped.close()
    for (const place of places) await place.remove()
  }
}

it.each(engines)(
  'a change of tables on $name that is stopped goes on',
  async (engine) => {
    const { stops, plans } = await stopAndGoOn(engine, small)
    expect(stops).toBeGreaterThan(60 / stride)
    // The transaction of the tables, then the values of rules, then what waited for them.
    expect(plans).toBeGreaterThan(1)
  },
  60_000,
)

describe.each(engines.filter(({ name }) => name === 'postgresql'))('columns of a large table on $name', (engine) => {
  it('are changed to the end after every stop', async () => {
    // New columns, batches, indexes, checks, and the transaction in which the columns take their places.
    expect((await stopAndGoOn(engine, renamed)).stops).toBeGreaterThan(30 / stride)
  }, 60_000)

  it('stay as they are, with nothing left, when the change is given up after any stop', async () => {
    const place = await engine.place()
    const database = await openAt(place)
    try {
      await large.fill(database)
      const kept = await contents(database, 'many_')
      for (let count = 3; ; count += 3 * stride) {
        const error = await prepareDatabase(stopping(database, count), large.after, true).catch(
          (reason: unknown) => reason,
        )
        if (!(error instanceof Error)) break
        await prepareDatabase(database, large.before, true)
        expect(await contents(database, 'many_')).toEqual(kept)
      }
      const left = await runText(
        database.query,
        `select tgname as name from pg_trigger where tgname like '%tablewright_next%' and tgrelid in
          (select oid from pg_class where relnamespace = current_schema()::regnamespace)`,
      )
      expect(left).toEqual([])
    } finally {
      await database.close()
      await place.remove()
    }
  }, 60_000)
})

describe('the copy of an SQLite database before it is changed', () => {
  it('T88 is there when records are, is complete, for its owner alone, and one of three', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablewright-test-'))
    const file = join(folder, 'shop.sqlite')
    const place = { url: `sqlite:${file}`, remove: async () => {} }
    const open = () => openAt(place)
    const database = await open()
    try {
      const widened = (at: number) => [
        target,
        tableModel('stop/thing', {
          fields: [field('name', 'text'), ...Array.from({ length: at }, (_one, n) => field(`f${n}`, 'text'))],
        }),
      ]
      await applyPlan(database, widened(0))
      expect((await applyPlan(database, widened(1))).backup).toBeNull()
      await database.write((trx) => trx.insertInto('stop_target').values({ name: 'x' }).execute())
      expect((await applyPlan(database, widened(1))).backup).toBeNull()
      expect((await applyPlan(database, widened(2), { backup: false })).backup).toBeNull()
      // A start of the server copies nothing for what only adds.
      expect((await prepareDatabase(database, widened(3), true)).backup).toBeNull()
      const copies: string[] = []
      for (const at of [4, 5, 6, 7]) copies.push((await applyPlan(database, widened(at))).backup ?? '')
      expect(readdirSync(join(folder, 'backups')).toSorted()).toEqual(copies.slice(1).map((path) => basename(path)))
      expect(statSync(copies[3] ?? '').mode & 0o077).toBe(0)
      const copy = await openAt({ url: `sqlite:${copies[3]}`, remove: async () => {} })
      expect(await copy.query.selectFrom('stop_target').selectAll().execute()).toMatchObject([{ name: 'x' }])
      expect((await planDatabase(copy, widened(6))).steps).toEqual([])
      await copy.close()
      // A start copies what it converts.
      const renamed = tableModel('stop/thing', { fields: [field('title', 'text', { renamedFrom: 'name' })] })
      const started = await prepareDatabase(database, [target, renamed], true)
      expect(dirname(started.backup ?? '')).toBe(join(folder, 'backups'))
      expect(existsSync(started.backup ?? '')).toBe(true)
    } finally {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
