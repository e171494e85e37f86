/** A random walk of edits, deletions and imports that is undone step by step: what is stored is then what it was. */
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestApp } from '../access/access-app.ts'
import type { Answer } from '../http/running-app.ts'

/** Sends a file to the import of a table. */
export async function importCsv<Data = Record<string, unknown>>(
  app: TestApp,
  admin: number,
  controller: string,
  csv: string,
): Promise<Answer<Data>> {
  const payload =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\nContent-Type: text/csv\r\n\r\n' +
    `${csv}\r\n--x--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=x', 'think-lang': 'en' }
  return app.running.send<Data>('POST', `/admin/${controller}/import`, {
    token: await app.token(admin),
    headers,
    payload,
  })
}

const texts = fc.oneof(fc.constantFrom('', ' a ', '0', '米 "12" …', '[]', '***'), fc.string({ maxLength: 40 }))
const storable = texts.map((text) => text.replaceAll('\0', '').trim())

interface Known {
  readonly products: readonly number[]
  readonly brands: readonly number[]
}

/** Rows of a file: some products there are, some new ones. */
const rowsOf = (seed: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom('Aa', 'Bb', 'Cc'), fc.constantFrom('', '7.5')), {
      minLength: 1,
      maxLength: 5,
    })
    .map((rows) =>
      ['product_no,name,price', ...rows.map(([at, ...more]) => [`W${seed}-${at}`, ...more].join())].join('\n'),
    )

/** Fields one edit sends, or null for a deletion. */
const stepOf = ({ products, brands }: Known, seed: number) =>
  fc.record({
    id: fc.constantFrom(...products),
    fields: fc.option(
      fc.record(
        {
          name: storable.map((text) => `n${text}`),
          spec: storable,
          remark: storable,
          price: fc.constantFrom('', '0', '1.5', '12345678.1234'),
          safety_stock_num: fc.constantFrom('0', '2.125'),
          brand_id: fc.constantFrom(null, ...brands),
          effective_day: fc.constantFrom(null, 0, 30),
        },
        { requiredKeys: [] },
      ),
      { freq: 5 },
    ),
    csv: fc.option(rowsOf(seed), { freq: 1 }),
  })

/** @param admin who does it: has every right */
export async function walkAndUndo(app: TestApp, admin: number, count: number, seed: number): Promise<void> {
  const add = async (path: string, body: object) => Number((await app.post(admin, path, body)).data['id'])
  const brands = [await add('shop.Brand/add', { name: `A${seed}` }), await add('shop.Brand/add', { name: `B${seed}` })]
  const products: number[] = []
  for (let at = 0; at < 6; at += 1)
    products.push(await add('shop.Product/add', { product_no: `W${seed}-${at}`, name: `Walk ${at}`, price: '1' }))
  const stored = async () =>
    (
      await app.database.query
        .selectFrom('shop_product')
        .selectAll()
        .where('product_no', 'like', `W${seed}-%`)
        // What an import added is deleted when it is undone.
        .where('deletetime', 'is', null)
        .orderBy('id')
        .execute()
    ).map(({ version: _version, updatetime: _time, ...values }) => values)
  const lastEntry = async (): Promise<number> =>
    Number(
      (await app.database.query.selectFrom('admin_log').select('id').orderBy('id', 'desc').limit(1).execute())[0]![
        'id'
      ],
    )
  const before = await stored()
  const entries: number[] = []
  let last = await lastEntry()
  const steps = fc.sample(stepOf({ products, brands }, seed), { numRuns: count, seed })
  for (const { id, fields, csv } of steps) {
    const answer = csv
      ? await importCsv(app, admin, 'shop.Product', csv)
      : fields
        ? await app.post(admin, 'shop.Product/edit', { id, ...fields })
        : await app.del(admin, 'shop.Product/del', [id])
    // A deleted record is edited and deleted no more.
    expect([answer.msg, answer.code === 1 || answer.data['reason'] === 'not_found']).toEqual([answer.msg, true])
    const now = await lastEntry()
    if (now !== last) entries.push(now)
    last = now
  }
  expect(entries.length).toBeGreaterThan(products.length)
  expect(await stored()).not.toEqual(before)
  for (const entry of entries.toReversed())
    expect(await app.post(admin, 'ajax/undo', { entry })).toMatchObject({ code: 1, msg: 'Undone' })
  expect(await stored()).toEqual(before)
}
