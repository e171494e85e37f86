/** The server is killed in the middle of an import: the next one goes on with it, and no row is there twice. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportDraft, ImportState } from 'tablewright/protocol'
import { form } from '../../../support/multipart.ts'
import { serve, type Running } from '../../../support/running.ts'

const rows = 20_000
const kills = 2
const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-import-kill-'))
let server: Running
beforeAll(async () => {
  server = await serve({ dataFolder, demo: false })
}, 300_000)
afterAll(async () => {
  await server?.kill()
  rmSync(dataFolder, { recursive: true, force: true })
})

const stateOf = async (run: number): Promise<ImportState> =>
  (await server.api<{ list: ImportState[] }>(`/admin/wms.Customer/importState?run=${run}`)).data.list[0]!

/** Looks until the import is as far as that. */
async function until(run: number, isReached: (state: ImportState) => boolean): Promise<ImportState> {
  for (;;) {
    const state = await stateOf(run)
    if (isReached(state)) return state
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

it(`imports every row once through ${kills} kills`, async () => {
  const lines = Array.from({ length: rows }, (_row, index) => `Customer ${index},City ${index % 7}`)
  const { headers, payload } = form([{ file: 'customers.csv', bytes: ['name,city', ...lines].join('\n') }])
  const answer = await fetch(`${server.address}/admin/wms.Customer/importFile`, {
    method: 'POST',
    headers: { ...headers, batoken: server.token },
    body: new Uint8Array(payload),
  })
  const { data: draft } = (await answer.json()) as { data: ImportDraft }
  const plan = { run: draft.run, header_line: 1, columns: { name: 0, city: 1 } }
  expect(await server.api('/admin/wms.Customer/importStart', plan)).toMatchObject({ code: 1 })
  let created = 0
  for (let kill = 0; kill < kills; kill++) {
    ;({ created } = await until(draft.run, (state) => state.created > created))
    await server.kill()
    server = await serve({ dataFolder, demo: false, built: true })
    expect((await stateOf(draft.run)).created).toBeGreaterThanOrEqual(created)
  }
  const state = await until(draft.run, ({ state: current }) => current !== 'running')
  expect(state).toMatchObject({ state: 'done', created: rows, updated: 0, unchanged: 0, refused: 0 })
  const { data } = await server.api<{ total: number }>('/admin/wms.Customer/index?exact=1')
  expect(data.total).toBe(rows)
}, 600_000)
