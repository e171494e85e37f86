/** Imports ask the hooks of adding and editing for their rows, and a preview says what they will say. */
import type { Kysely, KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Row, Tables } from '../../../runtime/server/db/index.ts'
import { OperationError } from '../../../runtime/server/core/errors/operation-error.ts'
import type { Change, CompletedWrite } from '../../../runtime/server/operation/change.ts'
import { joinHooks, type Hooks, type Scope } from '../../../runtime/server/operation/scope.ts'
import { importRows, type ImportOptions } from '../../../runtime/server/records/import/import.ts'
import type { ImportReport } from '../../../runtime/server/records/import/report.ts'
import { create } from '../../../runtime/server/records/create.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { moduleEngines } from '../../support/databases.ts'
import { openDocuments } from './documents.ts'
import { refusal } from './scope.ts'
import { openShop, type Shop } from './shop.ts'
import { partOf } from '../../support/part-of.ts'

describe.each(moduleEngines)('hooks of imported rows on $name', (engine) => {
  let fixture: Shop
  beforeAll(async () => {
    fixture = await openShop(engine)
  })
  afterAll(() => fixture?.database.dispose())
  beforeEach(async () => {
    await fixture.database.write(async (trx) => {
      await trx.updateTable('shop_category').set({ pid: null }).execute()
      for (const name of ['product', 'category', 'brand']) await trx.deleteFrom(`shop_${name}`).execute()
    })
  })

  const rowsOf = (name: string): Promise<readonly Row[]> =>
    fixture.database.query.selectFrom(`shop_${name}`).selectAll().orderBy('id').execute() as Promise<readonly Row[]>
  const hooked = (name: string, hooks: Hooks): Scope => ({
    ...fixture.scope,
    hooks: joinHooks([{ [`shop/${name}`]: hooks }]),
  })

  /** Previews first: it must say the same as the import, and leave nothing behind. */
  async function bring(scope: Scope, name: string, text: string, more?: Partial<ImportOptions>): Promise<ImportReport> {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(text)
    }
    const before = [await rowsOf(name), await rowsOf('brand')]
    const dry = await importRows(scope, fixture.of(name), { source, ...more, dryRun: true })
    expect([await rowsOf(name), await rowsOf('brand')]).toEqual(before)
    const real = await importRows(scope, fixture.of(name), { source, ...more })
    expect(real).toEqual(dry)
    return real
  }

  it('are asked with old and new record and the line, and store what they set', async () => {
    const log: unknown[] = []
    const note = (change: Change, current: Row | null): void => {
      const { id, line, body, given } = change
      log.push({ id, line, body, name: given.get('name'), was: current?.['name'] ?? null })
      change.overrides.set('spec', `line ${line}`)
    }
    const scope = hooked('product', {
      beforeCreate: async (_scope, _trx, change) => note(change, null),
      beforeUpdate: async (_scope, _trx, change, current) => note(change, current),
    })
    const { id } = await create(fixture.scope, fixture.of('product'), { product_no: 'A', name: 'Bolt', price: '1' })
    expect(await bring(scope, 'product', 'product_no,name,price\nA,Screw,2.5\nB,Nut,\nA,Screw,2.5\n')).toMatchObject({
      created: 1,
      updated: 1,
      unchanged: 1,
    })
    // The preview and the import.
    expect(log.slice(2)).toEqual(log.slice(0, 2))
    expect(log.slice(2)).toEqual([
      { id, line: 2, body: { product_no: 'A', name: 'Screw', price: '2.5000' }, name: 'Screw', was: 'Bolt' },
      { id: null, line: 3, body: { product_no: 'B', name: 'Nut', price: null }, name: 'Nut', was: null },
    ])
    expect((await rowsOf('product')).map(({ name, spec, version }) => [name, spec, version])).toEqual([
      ['Screw', 'line 2', 2],
      ['Nut', 'line 3', 1],
    ])
  })

  it('are asked for the whole batch before and after', async () => {
    const log: unknown[] = []
    const scope = hooked('product', {
      beforeWrite: async (_scope, _trx, change, ids, action) => void log.push([`write ${action}`, change, ids.length]),
      beforeImport: async (_scope, _trx, records) =>
        void log.push(['import', records.map(({ change, current }) => [change.line, current?.['name'] ?? null])]),
      afterWrite: async (_scope, _trx, { action, ids, changed, edits = [] }: CompletedWrite) =>
        void log.push([action, ids.length, [...changed], edits.map(({ before, after }) => [before['name'], after])]),
    })
    await create(fixture.scope, fixture.of('product'), { product_no: 'A', name: 'Bolt' })
    await bring(scope, 'product', 'product_no,name\nB,Nut\nA,Screw\nC,Washer\n')
    expect(log.slice(4)).toEqual(log.slice(0, 4))
    expect(log.slice(4)).toEqual([
      ['write import', undefined, 1],
      [
        'import',
        [
          [2, null],
          [3, 'Bolt'],
          [4, null],
        ],
      ],
      ['add', 2, [], []],
      ['edit', 1, ['name'], [['Bolt', { name: 'Screw' }]]],
    ])
  })

  it('refuse single rows with line, field and message; what they wrote for these is taken back', async () => {
    const scope = hooked('product', {
      async beforeCreate(_scope, trx, { given }) {
        const name = String(given.get('name'))
        await trx.insertInto('shop_brand').values({ name, version: 1, createtime: 0, updatetime: 0 }).execute()
        if (name === 'Glue') throw new OperationError('invalid', { errors: { name: 'not sold', price: 'too low' } })
        if (name === 'Acid') throw new OperationError('bad_state', { text: 'problem.undo_changed' })
      },
    })
    let file = ''
    const report = await bring(scope, 'product', 'product_no,name,price\nA,Bolt,1\nB,Glue,2\nC,Acid,3\nD,Nut,4\n', {
      onRefused: (text) => {
        file += text
      },
    })
    expect(report).toMatchObject({ rows: 4, created: 2, refused: 2 })
    const changed = new OperationError('bad_state', { text: 'problem.undo_changed' }).messageIn('en')
    expect(report.errors).toEqual([
      { line: 3, field: 'name', value: 'Glue', message: 'Name: not sold' },
      { line: 3, field: 'price', value: '2', message: 'Unit price: too low' },
      { line: 4, field: null, value: '', message: changed },
    ])
    expect(file).toContain('B,Glue,2,Name: not sold; Unit price: too low')
    expect((await rowsOf('product')).map(({ name }) => name)).toEqual(['Bolt', 'Nut'])
    expect((await rowsOf('brand')).map(({ name }) => name)).toEqual(['Bolt', 'Nut'])
  })

  it('that fail for another reason end the import, and nothing of the batch is stored', async () => {
    const scope = hooked('product', {
      async beforeCreate(_scope, _trx, { given }) {
        if (given.get('name') === 'Nut') throw new TypeError('a mistake in the module')
      },
    })
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('product_no,name\nA,Bolt\nB,Nut\n')
    }
    await expect(importRows(scope, fixture.of('product'), { source })).rejects.toThrow('a mistake in the module')
    expect(await rowsOf('product')).toEqual([])
  })

  it('cost no statements of ours for each row, and a refused row no transaction for each of the others', async () => {
    const text = ['product_no,name', ...Array.from({ length: 150 }, (_row, at) => `N${at},Part ${at}`)].join('\n')
    const counted = async (hooks: Hooks | null): Promise<{ readonly statements: number; readonly writes: number }> => {
      await fixture.database.write((trx) => trx.deleteFrom('shop_product').execute())
      const scope = hooks ? hooked('product', hooks) : fixture.scope
      const count = { statements: 0, writes: 0 }
      const { database } = fixture
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: ({ result }) => {
          count.statements++
          return Promise.resolve(result)
        },
      }
      const write: Scope['database']['write'] = (work) => {
        count.writes++
        return database.write((trx) => work(partOf<Kysely<Tables>>(trx).withPlugin(plugin)))
      }
      const watched = { ...database, adapter: database.adapter, query: database.query, write }
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(text)
      }
      await importRows({ ...scope, database: watched }, fixture.of('product'), { source })
      return count
    }
    const nothing = async (): Promise<void> => {}
    const plain = await counted(null)
    const passing = await counted({ beforeCreate: nothing, beforeImport: nothing, afterWrite: nothing })
    expect(passing).toEqual(plain)
    const refusing = await counted({
      async beforeCreate(_scope, _trx, { given }) {
        if (/^Part (50|100)$/.test(String(given.get('name')))) throw new OperationError('bad_state')
      },
    })
    // The whole batch, then what stands before, between and after the two rows, and each of these.
    expect(refusing.writes - plain.writes).toBe(5)
    expect(await rowsOf('product')).toHaveLength(148)
  })

  it('prepare the values of a row before it is read; what they put there is checked like a cell', async () => {
    await create(fixture.scope, fixture.of('brand'), { name: 'Acme' })
    const [brand] = await rowsOf('brand')
    const bodies: unknown[] = []
    const scope = hooked('product', {
      async prepareBody(_scope, _model, { id, body, overrides }) {
        bodies.push([id === null ? 'new' : 'old', body])
        const { name } = body
        if (name === 'Glue') throw new OperationError('invalid', { errors: { name: 'not sold' } })
        overrides.set('spec', `of ${String(name)}`)
        if (name === 'Nut') return { ...body, brand_id: Number(brand?.['id']) + 999 }
        if (name === 'Pin') return { ...body, price: 'x' }
        if (name === 'old') return { ...body, name: 'OLD' }
        return { ...body, name: String(name).toUpperCase(), bar_code: '123' }
      },
    })
    await create(fixture.scope, fixture.of('product'), { product_no: 'E', name: 'OLD' })
    const report = await bring(
      scope,
      'product',
      'product_no,name,brand_id\nA,Bolt,Acme\nB,Glue,\nC,Nut,Acme\nD,Pin,\nE,old,\n',
    )
    expect(bodies.slice(0, 1)).toEqual([['new', { product_no: 'A', name: 'Bolt', brand_id: Number(brand?.['id']) }]])
    expect(bodies.map((one) => (one as readonly unknown[])[0]).slice(0, 5)).toEqual(['new', 'new', 'new', 'new', 'old'])
    expect(report.errors.map(({ line, field }) => [line, field])).toEqual([
      [3, 'name'],
      [4, 'brand_id'],
      [5, 'price'],
    ])
    const rows = await rowsOf('product')
    expect(rows.map((row) => [row['name'], row['bar_code'], row['spec'], row['brand_id']])).toEqual([
      // An override alone is a change.
      ['OLD', null, 'of old', null],
      ['BOLT', '123', 'of Bolt', brand?.['id']],
    ])
  })

  it('see a deleted record with the same key as gone', async () => {
    const { id } = await create(fixture.scope, fixture.of('product'), { product_no: 'A', name: 'Bolt' })
    await remove(fixture.scope, fixture.of('product'), [id])
    const ids: unknown[] = []
    const scope = hooked('product', {
      beforeCreate: async (_scope, _trx, change) => void ids.push(change.id),
      beforeUpdate: async (_scope, _trx, change) => void ids.push(change.id),
    })
    expect(await bring(scope, 'product', 'product_no,name\nA,Bolt\n')).toMatchObject({ created: 1 })
    expect(ids).toEqual([null, null])
    expect(await rowsOf('product')).toHaveLength(2)
  })

  it('find what earlier rows of the file have created, also in a preview that stored none of it', async () => {
    const parents: unknown[] = []
    const scope = hooked('category', {
      async beforeCreate(_scope, trx, { given }) {
        const parent = given.get('pid')
        const query = trx.selectFrom('shop_category').select('name').where('id', '=', Number(parent))
        if (parent !== null) parents.push((await query.executeTakeFirstOrThrow()).name)
      },
      async beforeUpdate(_scope, _trx, { overrides }, current) {
        parents.push(`again ${current['name']}`)
        overrides.set('status', 0)
      },
    })
    const text = 'pid,name,status\n,Tools,1\nTools,Hammers,1\nHammers,Small,1\n,Tools,0\n'
    expect(await bring(scope, 'category', text)).toMatchObject({ created: 3, updated: 1 })
    expect(parents).toEqual(['Tools', 'Hammers', 'again Tools', 'Tools', 'Hammers', 'again Tools'])
  })

  it('follow a record through several batches: its key appears again, and lets a value go', async () => {
    const log: string[] = []
    const scope = hooked('product', {
      beforeCreate: async (_scope, _trx, { line }) => void log.push(`add ${line}`),
      beforeUpdate: async (_scope, _trx, { line }, current) => void log.push(`edit ${line} ${current['name']}`),
    })
    const fill = Array.from({ length: 199 }, (_row, at) => `F${at},Filler\n`).join('')
    const text = `product_no,name\nA,First\n${fill}A,Second\nA,Third\nB,Other\n`
    expect(await bring(scope, 'product', text)).toMatchObject({ created: 201, updated: 2, refused: 0 })
    const own = log.filter((one) => !/^add ([3-9]|\d\d|1\d\d|20[01])$/.test(one))
    expect(own).toEqual(['add 2', 'edit 203 First', 'add 204', 'add 2', 'edit 203 First', 'add 204'])
  })

  it('do not see in a preview what those of an earlier batch wrote to another table', async () => {
    const scope = hooked('product', {
      async beforeCreate(_scope, trx, { given }) {
        const { n } = await trx
          .selectFrom('shop_brand')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) >= 201) throw new OperationError('invalid', { errors: { name: 'too many' } })
        const name = String(given.get('name'))
        await trx.insertInto('shop_brand').values({ name, version: 1, createtime: 0, updatetime: 0 }).execute()
      },
    })
    const lines = Array.from({ length: 203 }, (_line, at) => `N${at},n${at}`)
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`product_no,name\n${lines.join('\n')}\n`)
    }
    const bringThem = (dryRun: boolean) => importRows(scope, fixture.of('product'), { source, dryRun })
    expect(await bringThem(true)).toMatchObject({ created: 203, refused: 0 })
    expect(await bringThem(false)).toMatchObject({ created: 201, refused: 2 })
  })

  it('refuse nothing in a preview because of a value that only the import lets go', async () => {
    await create(fixture.scope, fixture.of('product'), { product_no: 'A', name: 'Bolt', bar_code: '111' })
    const asked: unknown[] = []
    const scope = hooked('product', {
      beforeCreate: async (_scope, _trx, { given }) => void asked.push(given.get('bar_code')),
    })
    const fill = Array.from({ length: 199 }, (_row, at) => `F${at},Filler,\n`).join('')
    const text = `product_no,name,bar_code\nA,Bolt,222\n${fill}B,Nut,111\n`
    expect(await bring(scope, 'product', text)).toMatchObject({ created: 200, updated: 1, refused: 0 })
    expect(asked.filter((code) => code === '111').length).toBeGreaterThanOrEqual(2)
  })

  it('cannot be given lines by a file: a new record that needs some is refused', async () => {
    const { database, scope, orders } = await openDocuments(engine)
    try {
      async function* source(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('remark\nimported\n')
      }
      const report = await importRows(scope, orders, { source })
      expect(report.errors).toMatchObject([{ line: 2, field: 'lines' }])
      expect(report).toMatchObject({ created: 0, refused: 1 })
    } finally {
      await database.dispose()
    }
  })

  it('of a table whose schema offers no import keep its import impossible', async () => {
    const model = { ...fixture.of('product'), actions: ['index' as const] }
    const scope = hooked('product', { beforeCreate: async () => {} })
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('product_no,name\nA,Bolt\n')
    }
    expect((await refusal(importRows(scope, model, { source }))).details.text).toBe('import.by_hand')
  })
})
