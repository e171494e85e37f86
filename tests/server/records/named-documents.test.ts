/**
 * A field may have any name that the check of schemas accepts: documents with actions, lines, ledgers, histories and
 * recovery, and tables of another application, all with the names that our statements give to tables and columns.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HistoryEntry, RecordThen, TableModel } from 'tablewright/protocol'
import { balanceDerivations } from '../../../runtime/server/ops/doctor/balances.ts'
import { runDerivations } from '../../../runtime/server/ops/doctor/derivation.ts'
import { allChecks, runDoctor } from '../../../runtime/server/ops/doctor/doctor.ts'
import { exportCsv } from '../../../runtime/server/records/export.ts'
import { post } from '../../../runtime/server/records/ledger/index.ts'
import { sealNext } from '../../../runtime/server/records/ledger/seals/seal.ts'
import { verifyLedgers } from '../../../runtime/server/records/ledger/seals/verify.ts'
import type { Row } from '../../../runtime/server/db/index.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'
import { createForeign, introspect, serveForeign, type Foreign, type Served } from '../adopted/foreign.ts'
import {
  fieldNames,
  goodsParts,
  ledgers,
  lineParts,
  namedSchemas,
  paperParts,
  shelfParts,
  unitParts,
} from './named-schemas.ts'
import { query, refusal, scopeOn } from './scope.ts'
import { implicit } from './statement-names.ts'

/** Columns of another application have any names, also those of our own subqueries. */
const columns = [...fieldNames, ...implicit, '_key_0', '_found', '_n', 'select', 'rowid', 'oid', 'A b']
const texts = (...others: readonly string[]): string =>
  columns
    .filter((name) => !others.includes(name))
    .map((name) => `"${name}" varchar(40)`)
    .join(', ')
const tables = `
  create table "l" ("o" {serial}, ${texts('o')});
  create table "l_items" ("r" {serial}, "t" integer not null references "l" ("o"), ${texts('r', 't')});
  create table "d" ("n" varchar(20) primary key, "t" varchar(20) not null unique, ${texts('n', 't')});
  create table "m" ("o" {serial}, "n" varchar(20) references "d" ("n"), "d" varchar(20) references "d" ("t"),
    ${texts('o', 'n', 'd')});
  create table "b" ("d" varchar(20) not null, "b" integer not null, ${texts('d', 'b')}, primary key ("d", "b"));
  create table "p" (${texts()});
  insert into "d" ("n", "t", "found") values ('x', 'tx', 'one'), ('y', 'ty', 'two');
  insert into "p" ("rowid", "oid", "t") values ('a', 'b', 'c'), ('d', 'e', 'f');
  insert into "m" ("n", "d") values ('x', 'ty')`

describe.each(moduleEngines)('the names of our statements on $name', (engine) => {
  let foreign: Foreign
  let served: Served
  let scope: Scope
  let unit: number
  let shelf: number
  let goods: number
  beforeAll(async () => {
    foreign = await createForeign(engine, tables)
    served = await serveForeign(engine, await introspect(foreign), namedSchemas)
    scope = scopeOn(served.database, served.models)
    unit = await add('paper.Unit', { ...valuesOf('unit'), [unitParts.title]: 'piece' })
    shelf = await add('paper.Shelf', { ...valuesOf('shelf'), [shelfParts.title]: 'A', [shelfParts.unit]: unit })
    goods = await add('paper.Goods', { ...valuesOf('goods'), [goodsParts.title]: 'Rice', [goodsParts.unit]: unit })
  })
  afterAll(async () => {
    await served?.close()
    await foreign?.remove()
  })

  const modelOf = (id: string): TableModel => scope.registry.require(id)
  /** A value for every field that takes any text or number. */
  const valuesOf = (entity: string, isChanged = false): Record<string, unknown> =>
    Object.fromEntries(
      modelOf(`paper/${entity}`).fields.flatMap(({ name, kind, readOnly, implicit: isImplicit }, index) => {
        if (readOnly || isImplicit || (kind !== 'text' && kind !== 'decimal')) return []
        return [[name, kind === 'text' ? `${name}${isChanged ? '!' : ''}` : `${index}.${isChanged ? 75 : 25}`]]
      }),
    )
  const succeed = async (path: string, body: object) => {
    const answer = await served.post(path, body)
    expect([path, answer.code, answer.msg]).toEqual([path, 1, answer.msg])
    return answer.data
  }
  const add = async (controller: string, body: object): Promise<number> =>
    Number((await succeed(`${controller}/add`, body))['id'])
  const line = (quantity: string, more: object = {}) => ({
    ...valuesOf('paper_line'),
    [lineParts.goods]: goods,
    [lineParts.shelf]: shelf,
    [lineParts.quantity]: quantity,
    [lineParts.price]: '1.50',
    ...more,
  })
  const addPaper = (no: string) =>
    add('paper.Paper', {
      ...valuesOf('paper'),
      [paperParts.no]: no,
      [paperParts.goods]: goods,
      [paperParts.lines]: [line('5.00'), line('2.00')],
    })
  const historyOf = async (controller: string, id: number) =>
    (await served.get(`${controller}/history?id=${id}`)).data['list'] as readonly HistoryEntry[]
  /** Undoes what the log has noted last. */
  const undo = async () => {
    const log = served.database.query.selectFrom('admin_log').select('id').orderBy('id', 'desc').limit(1)
    await succeed('ajax/undo', { entry: (await log.executeTakeFirstOrThrow())['id'] })
  }
  const findings = async () =>
    (await runDoctor(scope, allChecks(scope, []), { limit: 5 })).filter(({ count }) => count > 0)

  it('post, refuse what is short, and reverse', async () => {
    const id = await addPaper('P1')
    await succeed('paper.Paper/book', { id, version: 1, [paperParts.input]: 'given', [paperParts.goods]: goods })
    expect(await served.row('paper.Paper', id)).toMatchObject({
      ...valuesOf('paper'),
      [paperParts.no]: 'P1',
      [paperParts.state]: 1,
      [paperParts.input]: 'given',
      [paperParts.copy]: 'P1',
    })
    for (const { name, stockName, parts, stock } of ledgers) {
      const ledger = modelOf(`paper/${name}`)
      const rows = await served.list(ledger.controller)
      expect(rows, name).toMatchObject(
        ['5.00', '2.00'].map((quantity, index) => ({
          [parts.goods]: goods,
          [parts.measure]: quantity,
          [parts.before]: index === 0 ? '0.00' : '5.00',
          [parts.after]: index === 0 ? '5.00' : '7.00',
          [parts.price]: '1.50',
          [parts.total]: index === 0 ? '7.50' : '3.00',
          [parts.kind]: 'paper/paper',
          [parts.id]: id,
          [parts.no]: 'P1',
          [parts.seq]: 1,
          [parts.leg]: 2,
          [parts.reversal]: null,
          [parts.unit]: 'piece',
          [parts.place]: 'piece/A',
          [parts.movement]: 10,
        })),
      )
      const entry = { [parts.goods]: goods, [parts.shelf]: shelf, [parts.measure]: -900, [parts.movement]: 10 }
      const short = await refusal(
        served.database.write((trx) =>
          post(
            { scope, trx },
            {
              ledger,
              document: { kind: 'paper/paper', id, no: null },
              entries: [{ line: 0, leg: 1, values: entry }],
              input: {},
              undoes: null,
            },
          ),
        ),
      )
      expect(short.details.short).toEqual([
        {
          table: `paper/${stockName}`,
          key: { [parts.goods]: goods, [parts.shelf]: shelf },
          labels: { [parts.goods]: 'Rice', [parts.shelf]: 'piece/A' },
          on_hand: '7.00',
          available: '7.00',
          wanted: '9.00',
        },
      ])
      expect(await served.list(modelOf(`paper/${stockName}`).controller)).toMatchObject([
        { [stock.goods]: goods, [stock.shelf]: shelf, [stock.quantity]: '7.00', [stock.last]: rows[1]?.['id'] },
      ])
    }
    await succeed('paper.Paper/unbook', { id })
    for (const { name, parts, goods: total } of ledgers) {
      const rows = await served.list(modelOf(`paper/${name}`).controller)
      expect(
        rows.map((row) => [row[parts.measure], row[parts.after]]),
        name,
      ).toEqual([
        ['5.00', '5.00'],
        ['2.00', '7.00'],
        ['-5.00', '2.00'],
        ['-2.00', '0.00'],
      ])
      expect(rows.map((row) => row[parts.reversal])).toEqual([null, null, rows[0]?.['id'], rows[1]?.['id']])
      expect((await served.row('paper.Goods', goods))[total.total]).toBe('0.00')
    }
    expect(await findings()).toEqual([])
    for (const { name } of ledgers) await sealNext(scope, modelOf(`paper/${name}`), 'UTC')
    const reports = (await verifyLedgers(scope)).filter(({ ledger }) => ledger.startsWith('paper/'))
    expect(reports).toMatchObject(ledgers.map(() => ({ sealed: 4, unsealed: 0, broken: null })))
  })

  it('derive balances again from their rows', async () => {
    for (const { stockName, stock, goods: total } of ledgers)
      await served.database.write(async (trx) => {
        await trx
          .updateTable(`paper_${stockName}`)
          .set({ [stock.quantity]: 300, [stock.last]: null })
          .execute()
        await trx
          .updateTable('paper_goods')
          .set({ [total.total]: 300 })
          .execute()
      })
    expect((await findings()).length).toBeGreaterThanOrEqual(ledgers.length * 2)
    const derived = await runDerivations(scope, balanceDerivations(served.models), true)
    const reports = derived.filter(({ name }) => name.startsWith('paper/'))
    expect(reports.map(({ changes, left }) => [changes.length > 0, left])).toEqual(
      ledgers.flatMap(() => [
        [true, []],
        [true, []],
      ]),
    )
    expect(await findings()).toEqual([])
  })

  it('show the history of a document with its lines, take changes back and restore it', async () => {
    const id = await addPaper('P2')
    const before = await served.row('paper.Paper', id)
    const [first, second] = before[paperParts.lines] as Record<string, unknown>[]
    await succeed('paper.Paper/edit', {
      ...valuesOf('paper', true),
      id,
      version: before['version'],
      [paperParts.lines]: [{ ...first, ...valuesOf('paper_line', true) }, second],
    })
    const [edited] = await historyOf('paper.Paper', id)
    expect(edited?.changes.map(({ field }) => field).toSorted()).toEqual(Object.keys(valuesOf('paper')).toSorted())
    const [, added] = await historyOf('paper.Paper', id)
    const then = partOf<RecordThen>((await served.get(`paper.Paper/history?id=${id}&entry=${added?.id}`)).data)
    const values = Object.fromEntries(then.values.map(({ field, before: value }) => [field, value]))
    expect(values).toMatchObject({ ...valuesOf('paper'), [paperParts.no]: 'P2', [paperParts.goods]: goods })
    await undo()
    const { version: _version, walks: _updated, [paperParts.lines]: lines, ...rest } = before
    const undone = await served.row('paper.Paper', id)
    expect(undone).toMatchObject(rest)
    expect(undone[paperParts.lines]).toMatchObject(
      (lines as Record<string, unknown>[]).map(({ version: _line, ...values }) => values),
    )
    expect(await served.remove(`paper.Paper/del?ids[]=${id}`)).toMatchObject({ code: 1 })
    await undo()
    expect(await served.row('paper.Paper', id)).toMatchObject(rest)
  })

  it('bring back a deleted row and former values', async () => {
    const entity = 'paper/shelf'
    await succeed('security.DataRecycle/add', { name: entity, entity, status: 1 })
    const watched = Object.keys(valuesOf('shelf')).slice(0, 60)
    await succeed('security.SensitiveData/add', { name: entity, entity, data_fields: watched, status: 1 })
    const values = { ...valuesOf('shelf'), [shelfParts.unit]: unit }
    const id = await add('paper.Shelf', values)
    await succeed('paper.Shelf/edit', { id, version: 1, ...valuesOf('shelf', true) })
    const changes = (await served.get('security.SensitiveDataLog/index?limit=100')).data['list'] as Row[]
    expect(changes.map((change) => change['data_field']).toSorted()).toEqual(watched.toSorted())
    await succeed('security.SensitiveDataLog/rollback', { ids: changes.slice(0, 20).map((change) => change['id']) })
    const row = await served.row('paper.Shelf', id)
    const former = new Set(changes.slice(0, 20).map((change) => change['data_field']))
    for (const name of watched) expect(row[name]).toBe(valuesOf('shelf', !former.has(name))[name])
    expect(await served.remove(`paper.Shelf/del?ids[]=${id}`)).toMatchObject({ code: 1 })
    const [deleted] = (await served.get('security.DataRecycleLog/index?limit=50')).data['list'] as Row[]
    await succeed('security.DataRecycleLog/restore', { ids: [deleted?.['id']] })
    const { version: _version, ...rest } = row
    expect(await served.row('paper.Shelf', id)).toMatchObject(rest)
  })

  /** The name of the field for a column of another application. */
  const fieldFor = (model: TableModel, column: string): string =>
    model.fields.find(({ adopted }) => adopted?.column === column)?.name ?? 'id'
  const adopted = (table: string): TableModel => {
    const model = served.models.find((candidate) => candidate.adopted?.table === table)
    if (!model) throw new Error(`no table ${table}`)
    return model
  }
  const textsOf = (model: TableModel, suffix = ''): Record<string, unknown> =>
    Object.fromEntries(
      model.fields
        .filter(({ kind, readOnly, adopted: source }) => kind === 'text' && !readOnly && source)
        .map(({ name, adopted: source }) => [name, `${source?.column}${suffix}`]),
    )
  const storedIn = async (table: string, key: string) =>
    foreign.rows(`select * from "${table}" order by ${key}`) as Promise<Row[]>

  it('read and write documents of another application', async () => {
    const model = adopted('l')
    const lineModel = adopted('l_items')
    const grid = model.fields.find(({ relation }) => relation?.owned)?.name ?? ''
    const id = await add(model.controller, {
      ...textsOf(model),
      [grid]: [textsOf(lineModel, ' 1'), textsOf(lineModel, ' 2')],
    })
    const [row] = await storedIn('l', '"o"')
    for (const column of columns.filter((name) => name !== 'o')) expect(row?.[column], column).toBe(column)
    const record = await served.row(model.controller, id)
    expect(record).toMatchObject(textsOf(model))
    const [first, second] = record[grid] as Record<string, unknown>[]
    expect([first, second]).toMatchObject([textsOf(lineModel, ' 1'), textsOf(lineModel, ' 2')])
    const edit = { id, ...textsOf(model, '!'), [grid]: [first, { ...second, ...textsOf(lineModel, '!') }] }
    await succeed(`${model.controller}/edit`, { ...edit, version: record['version'] })
    expect((await served.post(`${model.controller}/edit`, { ...edit, version: record['version'] })).data).toMatchObject(
      {
        reason: 'conflict',
      },
    )
    await undo()
    expect(await served.row(model.controller, id)).toMatchObject(textsOf(model))
    await add(model.controller, textsOf(model, '?'))
    const textFields = Object.keys(textsOf(model))
    for (const name of textFields.filter((_field, index) => index % 3 === 0))
      expect((await served.list(model.controller, `&order=${name},desc`)).map((row) => row['id'])).toEqual([2, 1])
    for (let start = 0; start < textFields.length; start += 40) {
      const conditions = textFields.slice(start, start + 40).map((name, index) => {
        const value = encodeURIComponent(String(textsOf(model, '?')[name]))
        return `&search[${index}][field]=${name}&search[${index}][operator]=eq&search[${index}][val]=${value}`
      })
      expect(await served.list(model.controller, conditions.join(''))).toMatchObject([{ id: 2 }])
    }
    const searched = model.search[0] ?? ''
    const term = encodeURIComponent(String(textsOf(model, '?')[searched]))
    expect(await served.list(model.controller, `&quickSearch=${term}`)).toMatchObject([{ id: 2 }])
    const pieces: Buffer[] = []
    for await (const piece of await exportCsv(scope, model, query('order=id,asc'))) pieces.push(piece)
    expect(Buffer.concat(pieces).toString()).toContain('_key_0?')
    expect(await served.remove(`${model.controller}/del?ids[]=1`)).toMatchObject({ code: 1 })
    expect(await storedIn('l_items', '"r"')).toEqual([])
  })

  it('find records of another application by texts and by several columns, and where there is no key', async () => {
    const [target, model, pair, keyless] = [adopted('d'), adopted('m'), adopted('b'), adopted('p')]
    const targets = await served.list(target.controller, `&order=${fieldFor(target, 'n')},asc`)
    expect(targets.map((row) => row[fieldFor(target, 't')])).toEqual(['tx', 'ty'])
    const [x, y] = targets.map(({ id }) => id)
    const [byKey, byOther] = [fieldFor(model, 'n'), fieldFor(model, 'd')]
    expect(await served.row(model.controller, 1)).toMatchObject({ [byKey]: x, [byOther]: y })
    const added = await add(model.controller, { ...textsOf(model), [byKey]: y, [byOther]: x })
    expect((await storedIn('m', '"o"'))[1]).toMatchObject({ n: 'y', d: 'tx', t: 't', found: 'found' })
    const filter = `&search[0][field]=${byOther}&search[0][operator]=eq&search[0][val]=${String(x)}`
    expect(await served.list(model.controller, filter)).toMatchObject([{ id: added }])
    expect(await served.remove(`${target.controller}/del?ids[]=${String(x)}`)).toMatchObject({
      code: 0,
      data: { reason: 'in_use' },
    })
    const pairId = await add(pair.controller, {
      ...textsOf(pair),
      [fieldFor(pair, 'd')]: 'k',
      [fieldFor(pair, 'b')]: 4,
    })
    await succeed(`${pair.controller}/edit`, { id: pairId, [fieldFor(pair, 'r')]: 'changed' })
    expect(await storedIn('b', '"b"')).toMatchObject([{ d: 'k', b: 4, r: 'changed', found: 'found' }])
    expect(await served.remove(`${pair.controller}/del?ids[]=${pairId}`)).toMatchObject({ code: 1 })
    const rows = await served.list(keyless.controller)
    expect(rows.map((row) => row[fieldFor(keyless, 'rowid')])).toEqual(['a', 'd'])
    expect(rows.map(({ id }) => typeof id)).toEqual(['number', 'number'])
  })
})
