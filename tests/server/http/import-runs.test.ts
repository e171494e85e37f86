/** Imports that a person watches: a file is read, looked at, corrected, and imported in the background. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ImportDraft, ImportPreview, ImportState } from 'tablewright/protocol'
import type { SystemDatabase } from '../../../runtime/server/operation/access/system-tables.ts'
import type { JobCall } from '../../../runtime/server/operation/jobs/declaration.ts'
import { createRegistry } from '../../../runtime/server/core/models/registry.ts'
import { importFile } from '../../../runtime/server/records/import-runs/job.ts'
import { removeOldRuns } from '../../../runtime/server/records/import-runs/store.ts'
import { defaultSettings } from '../../../runtime/server/settings/settings.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { workbookOf } from '../../support/workbook.ts'
import { models, runApp, type RunningApp } from './running-app.ts'

describe.each(moduleEngines)('an import in the background on $name', (engine) => {
  let running: RunningApp
  let token = ''
  let scope: Scope
  beforeAll(async () => {
    running = await runApp(engine, { validators: () => Promise.resolve(null) })
    token = await running.signIn()
    scope = {
      database: running.database,
      registry: createRegistry(await models()),
      settings: defaultSettings({ version: '0', uploadFolder: '/nowhere' }),
      language: 'en',
      actor: null,
      validators: () => Promise.resolve(null),
    }
  })
  afterAll(() => running?.dispose())
  beforeEach(async () => {
    await running.database.write(async (trx) => {
      for (const table of ['shop_unit', 'import_run', 'import_part', 'job']) await trx.deleteFrom(table).execute()
    })
  })

  const upload = (bytes: Buffer | string, fields: Readonly<Record<string, string>> = {}, name = 'prices.xlsx') => {
    const parts = Object.entries(fields).map(([field, value]) => ({ name: field, bytes: value }))
    const { headers, payload } = form([...parts, { file: name, bytes }])
    return running.send<ImportDraft>('POST', '/admin/shop.Unit/importFile', {
      token,
      headers: { ...headers, 'think-lang': 'en' },
      payload,
    })
  }
  const post = <Data>(action: string, payload: object) =>
    running.send<Data>('POST', `/admin/shop.Unit/${action}`, { token, headers: { 'think-lang': 'en' }, payload })
  const stateOf = async (run: number): Promise<ImportState> =>
    (await running.send<{ list: ImportState[] }>('GET', `/admin/shop.Unit/importState?run=${run}`, { token })).data
      .list[0]!
  const units = () =>
    running.database.query.selectFrom('shop_unit').select(['name', 'remark', 'decimals']).orderBy('id').execute()

  /** One attempt of the job, as the runner makes it. @param rounds transactions after which the process ends */
  async function attempt(run: number, rounds = Number.POSITIVE_INFINITY): Promise<void> {
    const stop = new AbortController()
    let left = rounds
    const { database } = running
    const watched = new Proxy(database, {
      get: (target, name) => {
        if (name !== 'write') {
          const member: unknown = Reflect.get(target, name, target)
          return typeof member === 'function' ? member.bind(target) : member
        }
        return async (work: Parameters<typeof database.write>[0]) => {
          const result = await target.write(work)
          if (--left <= 0) stop.abort()
          return result
        }
      },
    })
    const call: JobCall<{ readonly run: number }> = {
      scope: { ...scope, database: watched },
      payload: { run },
      attempt: 1,
      signal: stop.signal,
      complete: (work) => database.write(work),
    }
    await importFile.handler(call as never).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error
    })
  }

  const rowsOf = (count: number) => Array.from({ length: count }, (_row, index) => [`U${index}`, `note ${index}`])

  it('finds sheet and header, corrects cells, imports, and can be undone', async () => {
    const bytes = await workbookOf({
      Cover: [],
      价格: [
        ['Price list of March'],
        [],
        ['单位名称', 'Notes', 'Quantity decimals'],
        ['Box', 'a', 2],
        ['', 'b', 1],
        ['Drum', 'c', 9],
      ],
    })
    const { code, data: draft } = await upload(bytes)
    expect([code, draft]).toMatchObject([
      1,
      {
        sheets: ['Cover', '价格'],
        sheet: '价格',
        headerLine: 3,
        rows: 5,
        fields: expect.arrayContaining(['name', 'remark']) as string[],
      },
    ])
    const plan = { run: draft.run, header_line: 3, columns: { name: 0, remark: 1, decimals: 2 }, blank: 'keep' }
    const { data: first } = await post<ImportPreview>('importPreview', { ...plan, edits: [] })
    expect(first).toMatchObject({ count: 3, created: 1, refused: 2 })
    expect(first.refusedRows.map(({ line, faults }) => [line, faults[0]?.field])).toEqual([
      [5, 'name'],
      [6, 'decimals'],
    ])
    expect(await units()).toEqual([])
    const edits = [{ line: 6, column: 2, text: '3' }]
    expect((await post<ImportPreview>('importPreview', { ...plan, edits })).data).toMatchObject({
      created: 2,
      refused: 1,
    })
    expect((await post('importStart', plan)).code).toBe(1)
    expect(await post('importStart', plan)).toMatchObject({ code: 0, data: { reason: 'bad_state' } })
    expect(await stateOf(draft.run)).toMatchObject({ state: 'running', created: 0 })
    await attempt(draft.run)
    const state = await stateOf(draft.run)
    expect(state).toMatchObject({ state: 'done', created: 2, updated: 0, unchanged: 0, refused: 1, error: '' })
    expect(state.ids).toHaveLength(2)
    expect((await units()).map(({ name, decimals }) => [name, decimals])).toEqual([
      ['Box', 2],
      ['Drum', 3],
    ])
    const errors = await running.send('GET', `/admin/shop.Unit/importErrors?run=${draft.run}`, {
      token,
      headers: { 'think-lang': 'en' },
    })
    expect(errors.text.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
      '单位名称,Notes,Quantity decimals,Reason for rejection',
      ',b,1,Name: This field is required',
    ])
    expect(await running.database.query.selectFrom('import_part').select('kind').execute()).toEqual([
      { kind: 'refused' },
    ])
    const undone = await running.send('POST', '/admin/ajax/undo', { token, payload: { entry: state.entry } })
    expect(undone).toMatchObject({ code: 1, data: { done: 2, kept: 0 } })
    expect(await units()).toEqual([])
  })

  it('goes on where its process ended, with no row twice and one entry for all of it', async () => {
    const rows = [...rowsOf(1300), ['', 'refused'], ['Last', 'x']]
    const { data: draft } = await upload(
      ['name,remark', ...rows.map((row) => row.join(','))].join('\n'),
      {},
      'units.csv',
    )
    await post('importStart', { run: draft.run, header_line: 1, columns: { name: 0, remark: 1 } })
    await attempt(draft.run, 1)
    const half = await stateOf(draft.run)
    expect(half).toMatchObject({ state: 'running', created: 500 })
    expect(await units()).toHaveLength(500)
    await attempt(draft.run, 1)
    expect(await stateOf(draft.run)).toMatchObject({ created: 1000, entry: half.entry })
    await attempt(draft.run)
    expect(await stateOf(draft.run)).toMatchObject({ state: 'done', created: 1301, refused: 1, entry: half.entry })
    expect(new Set((await units()).map(({ name }) => name)).size).toBe(1301)
    expect(await units()).toHaveLength(1301)
    const [entry] = await running.database.query
      .selectFrom('admin_log')
      .select('data')
      .where('id', '=', half.entry)
      .execute()
    expect(JSON.parse(String(entry?.['data']))).toMatchObject({ created: 1301 })
  })

  it('T85 two processes that go on with one import do not both import a row', async () => {
    const { data: draft } = await upload(
      ['name,remark', ...rowsOf(1200).map((row) => row.join(','))].join('\n'),
      {},
      'units.csv',
    )
    await post('importStart', { run: draft.run, header_line: 1, columns: { remark: 1, name: 0 } })
    await Promise.allSettled([attempt(draft.run), attempt(draft.run)])
    await attempt(draft.run)
    expect(await units()).toHaveLength(1200)
    expect(await stateOf(draft.run)).toMatchObject({ created: 1200, unchanged: 0 })
  })

  it('T23 ends when its account is disabled, and says so', async () => {
    const { data: draft } = await upload('name\nBox\n', {}, 'units.csv')
    await post('importStart', { run: draft.run, header_line: 1, columns: { name: 0 } })
    const { query: system } = running.database as unknown as SystemDatabase
    const admin = await system
      .selectFrom('import_run')
      .select('admin_id')
      .where('id', '=', draft.run)
      .executeTakeFirstOrThrow()
    const change = (status: number) =>
      running.database.write((trx) =>
        trx.updateTable('admin').set({ status }).where('id', '=', admin.admin_id).execute(),
      )
    await change(0)
    await attempt(draft.run)
    await change(1)
    expect(await stateOf(draft.run)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('may not import') as string,
    })
    expect(await units()).toEqual([])
  })

  it.each([
    ['a run of nobody', { run: 999_999, header_line: 1, columns: { name: 0 } }, 'not_found'],
    ['no columns', { header_line: 1, columns: {} }, 'invalid'],
    ['a column that the file does not have', { header_line: 1, columns: { name: 7 } }, 'invalid'],
    ['a field that the table does not have', { header_line: 1, columns: { nothing: 0 } }, 'invalid'],
    ['a line without headers', { header_line: 77, columns: { name: 0 } }, 'invalid'],
    ['another blank', { header_line: 1, columns: { name: 0 }, blank: 'maybe' }, 'invalid'],
    ['edits that are none', { header_line: 1, columns: { name: 0 }, edits: [{ line: 'x' }] }, 'invalid'],
    [
      'an edit of a line that is not there',
      { header_line: 1, columns: { name: 0 }, edits: [{ line: 99, column: 0, text: '' }] },
      'not_found',
    ],
    ['the key left out', { header_line: 1, columns: { remark: 0 } }, 'invalid'],
  ])('refuses %s', async (_name, input, reason) => {
    const { data: draft } = await upload('name\nBox\n', {}, 'units.csv')
    const body = { run: draft.run, ...input }
    expect(await post('importPreview', body)).toMatchObject({ code: 0, data: { reason } })
    expect(await post('importStart', body)).toMatchObject({ code: 0, data: { reason } })
  })

  it('T21 T59 stores nothing of a file that cannot be read, and nothing of others', async () => {
    expect(await upload(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toMatchObject({ code: 0, data: { reason: 'invalid' } })
    expect((await upload('name\n"Box\n', {}, 'units.csv')).msg).toContain('not closed')
    expect((await upload(await workbookOf({ A: [['x'], ['y']] }), { sheet: 'B' })).msg).toContain(
      'Sheets in the file: A',
    )
    expect(await running.database.query.selectFrom('import_run').select('id').execute()).toEqual([])
    const { data: draft } = await upload('name\nBox\n', {}, 'units.csv')
    await running.database.write((trx) => trx.updateTable('import_run').set({ admin_id: 999 }).execute())
    const columns = { name: 0 }
    expect(await post('importPreview', { run: draft.run, header_line: 1, columns })).toMatchObject({
      data: { reason: 'not_found' },
    })
    expect(await running.send('GET', `/admin/shop.Unit/importErrors?run=${draft.run}`, { token })).toMatchObject({
      data: { reason: 'not_found' },
    })
    await running.database.write((trx) => trx.updateTable('import_run').set({ create_time: 1 }).execute())
    await removeOldRuns(running.database as unknown as SystemDatabase)
  })

  it('exports a workbook with chosen columns, in the language that was asked for', async () => {
    const { data: draft } = await upload('name,remark\n=1+1,a\n007,b\n', {}, 'units.csv')
    await post('importStart', { run: draft.run, header_line: 1, columns: { name: 0, remark: 1 } })
    await attempt(draft.run)
    const path = 'export?format=xlsx&columns=remark,name&lang=zh-cn&order=id,asc'
    const answer = await running.app.inject({
      method: 'GET',
      url: `/admin/shop.Unit/${path}`,
      headers: { batoken: token, 'think-lang': 'en' },
    })
    expect(answer.headers['content-type']).toContain('spreadsheetml')
    const again = await upload(answer.rawPayload)
    expect(again.data.first).toEqual([
      [1, ['备注', '单位名称']],
      [2, ['a', '=1+1']],
      [3, ['b', '007']],
    ])
    for (const wrong of [
      'format=xls',
      'format=csv&columns=nothing',
      'format=csv&lines=nothing',
      'lang=fr',
      'columns=name,',
    ])
      expect(await running.send('GET', `/admin/shop.Unit/export?${wrong}`, { token })).toMatchObject({
        data: { reason: 'bad_query' },
      })
  })
})
