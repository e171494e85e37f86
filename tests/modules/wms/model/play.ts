/**
 * Plays random documents against the plain model of the warehouse, on both engines at once: the same answers, the same
 * ledger
 * row for row, and all invariants.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '../../../support/databases.ts'
import { reservedOf, sum, totalOf, type Layer } from './book.ts'
import { judgeStep, newModel } from './apply-step.ts'
import { sequences, stepsOf, type Command } from './commands.ts'
import { done, dumpOf, learn } from './steps.ts'
import { totals, type Model } from './documents.ts'
import { faultsOf } from './faults.ts'
import { seedWorld, openFixture, type Fixture } from './fixture.ts'

const { MODEL_SEED: seed, MODEL_PATH: path } = process.env
const began = 1_800_000_000
let now = began
let fixtures: readonly Fixture[] = []
/** How often each thing was asked for and how it ended. */
const tally = new Map<string, number>()

type Dump = Awaited<ReturnType<typeof dumpOf>>

/** The same of the model as `seen` of a database. */
function expected({ book, docs }: Model) {
  return {
    ledger: book.rows.map((row) => [
      row.doc,
      row.line,
      row.leg,
      row.form,
      row.product,
      row.shelf,
      row.quantity,
      row.price,
      row.total,
      row.before,
      row.after,
      row.seq,
      row.undoes,
      row.time,
      row.said,
    ]),
    totals: book.products.map((_one, product) => totalOf(book, product)),
    reserved: book.products.map((_one, product) => reservedOf(book, product)),
    layers: layersOf(
      book.layers.map((layer: Layer) => [
        [layer.product, layer.shelf, layer.doc, layer.received, layer.expires],
        layer.left,
      ]),
    ),
    orders: docs.flatMap((doc, at) =>
      doc.kind === 'relocation' || doc.kind === 'stocktake'
        ? []
        : [
            [
              at,
              doc.type,
              doc.partner,
              doc.isGone,
              doc.version,
              doc.audit,
              doc.ship,
              doc.courier,
              doc.shipped,
              ...totals(doc),
            ],
          ],
    ),
    moves: docs.flatMap((doc, at) =>
      doc.kind === 'relocation'
        ? [
            [
              at,
              doc.product,
              doc.source,
              doc.target,
              doc.plan,
              doc.actual,
              doc.isGone,
              doc.version,
              doc.audit,
              doc.status,
            ],
          ]
        : [],
    ),
    counts: docs.flatMap((doc, at) =>
      doc.kind === 'stocktake'
        ? [
            [
              at,
              doc.isGone,
              doc.version,
              doc.status,
              doc.lines.length,
              doc.lines.filter(({ actual }) => actual !== null).length,
            ],
          ]
        : [],
    ),
    counted: docs.flatMap((doc, at) =>
      doc.kind === 'stocktake'
        ? doc.lines.map((line) => [
            at,
            line.key,
            line.product,
            line.shelf,
            line.plan,
            line.actual,
            line.actual === null ? null : line.actual - line.plan,
            line.last! < 0 ? null : line.last,
            line.isFound ? 1 : 0,
          ])
        : [],
    ),
    lines: docs.flatMap((doc, at) =>
      (doc.kind === 'stocktake' ? [] : doc.lines).map((line) => [
        at,
        line.key,
        line.product,
        line.shelf,
        line.plan,
        line.actual,
        line.price,
      ]),
    ),
  }
}

function seen(dump: Dump, { docs }: Model) {
  const of = (row: Dump[string][number], ...names: readonly string[]) => names.map((name) => row[name] ?? null)
  const numbers = new Map(
    [...dump['warehousing']!, ...dump['outbound']!, ...dump['relocation']!, ...dump['stocktake']!].map((row) => [
      row['receipt_no'] ?? row['outbound_no'] ?? row['relocation_no'] ?? row['stocktake_no'],
      Number(row['id']),
    ]),
  )
  const isGone = (row: Dump[string][number]) => (row['deletetime'] ?? null) !== null
  return {
    ledger: dump['history']!.map((row) => [
      ...of(
        row,
        'order_id',
        'line_id',
        'leg',
        'form_type',
        'product_id',
        'warehouse_shelf_id',
        'quantity',
        'price',
        'total_price',
        'before_quantity',
        'after_quantity',
        'posting_seq',
        'reversal_of',
        'createtime',
      ),
      `${row['product_name']}, ${row['unit']}, ${row['warehouse_shelf']}`,
    ]),
    totals: dump['sorts']!.map((row) => row['total_stock_num']),
    reserved: dump['sorts']!.map((row) => row['reserved_num']),
    layers: layersOf(
      dump['layers']!.map((row) => [
        [
          row['product_id'],
          row['warehouse_shelf_id'],
          numbers.get(row['order_no']!),
          row['received_at'],
          row['expire_at'] ?? Infinity,
        ],
        Number(row['remaining']),
      ]),
    ),
    orders: [...dump['warehousing']!, ...dump['outbound']!]
      .map((row) => [
        ...of(row, 'id', 'type'),
        row['supplier_id'] ?? row['customer_id'] ?? null,
        isGone(row),
        row['version'],
        row['audit_status'],
        row['shipment_status'] ?? 0,
        ...of(row, 'courier_number', 'shipment_time', 'total_quantity', 'total_amount'),
      ])
      .sort(byFirst),
    moves: dump['relocation']!.map((row) => [
      ...of(
        row,
        'id',
        'product_id',
        'source_warehouse_shelf_id',
        'target_warehouse_shelf_id',
        'plan_quantity',
        'actual_quantity',
      ),
      isGone(row),
      ...of(row, 'version', 'audit_status', 'status'),
    ]).sort(byFirst),
    counts: dump['stocktake']!.map((row) => [
      ...of(row, 'id'),
      isGone(row),
      ...of(row, 'version', 'status'),
      row['line_count'] ?? 0,
      row['counted_count'] ?? 0,
    ]).sort(byFirst),
    counted: docs.flatMap((_doc, at) =>
      dump['linesCounted']!.filter((row) => row['stocktake_id'] === at)
        .sort((one, other) => Number(one['line_no']) - Number(other['line_no']))
        .map((row) => [
          at,
          ...of(
            row,
            'id',
            'product_id',
            'warehouse_shelf_id',
            'book_quantity',
            'counted_quantity',
            'difference',
            'last_history_id',
            'found',
          ),
        ]),
    ),
    lines: docs.flatMap((_doc, at) =>
      [...dump['linesIn']!, ...dump['linesOut']!]
        .filter((row) => (row['warehousing_id'] ?? row['outbound_id']) === at)
        .sort((one, other) => Number(one['line_no']) - Number(other['line_no']))
        .map((row) => [
          at,
          ...of(row, 'id', 'product_id', 'warehouse_shelf_id', 'plan_quantity', 'actual_quantity', 'price'),
        ]),
    ),
  }
}

const byFirst = (one: readonly unknown[], other: readonly unknown[]): number => Number(one[0]) - Number(other[0])

/** What is left, by product, shelf, document and dates: how many rows hold it is nobody's business. */
function layersOf(all: readonly (readonly [readonly unknown[], number])[]): Readonly<Record<string, number>> {
  const keys = new Set(all.map(([key]) => key.join(' ')))
  return Object.fromEntries(
    [...keys]
      .sort()
      .map((key) => [key, sum(all.filter(([one]) => one.join(' ') === key).map(([, left]) => left))] as const)
      .filter(([, left]) => left !== 0),
  )
}

async function play(commands: readonly Command[]): Promise<void> {
  now = began
  let model = newModel(now)
  const worlds = await Promise.all(fixtures.map((fixture) => seedWorld(fixture, model.book)))
  for (const command of commands) {
    now += command.tick
    model.book.now = now
    for (const step of stepsOf(command, () => model)) {
      const after = judgeStep(model, step)
      const answers = await Promise.all(worlds.map((world) => done(world, model, step)))
      expect(answers, JSON.stringify(step)).toEqual(worlds.map(() => after.outcome))
      const work =
        step.do === 'act'
          ? `${model.docs[step.at]!.kind} ${step.action}`
          : `${step.do} ${'kind' in step ? step.kind : 'what' in step ? step.what : ''}`
      const name = `${work} ${after.outcome}`
      tally.set(name, (tally.get(name) ?? 0) + 1)
      model = after.model
      if (after.outcome === 'ok') for (const world of worlds) await learn(world, model, step)
    }
  }
  const dumps = await Promise.all(worlds.map(dumpOf))
  for (const dump of dumps) expect(seen(dump, model)).toEqual(expected(model))
  expect(dumps[1]).toEqual(dumps[0])
  expect(await Promise.all(worlds.map(faultsOf))).toEqual([[], []])
}

/**
 * Registers the test. `MODEL_SEED=<seed>` and `MODEL_PATH=<path>`, as a failure reports them, play one sequence again;
 * `TABLEWRIGHT_TEST_SEQUENCES` sets how many are played, `MODEL_SHRINK=1` looks for a shorter one, `MODEL_TELL=1`
 * prints what
 * was tried how often.
 * @param given seed; null = another one every time, which is for `npm run test:faults` only: `npm test` repeats itself
 */
export function playSequences(given: number | null): void {
  const isPlayed = given !== null || seed !== undefined || process.env['TABLEWRIGHT_TEST_SEED'] === 'random'
  const count = Number(process.env['TABLEWRIGHT_TEST_SEQUENCES'] ?? 50)
  describe.runIf(isPlayed)('the warehouse and its model', () => {
    beforeAll(async () => {
      fixtures = await Promise.all(engines.map(openFixture))
      vi.spyOn(Date, 'now').mockImplementation(() => now * 1000)
    })
    afterAll(async () => {
      vi.restoreAllMocks()
      for (const { database } of fixtures) await database.dispose()
    })
    it(`${count} sequences of random documents answer and store what the model does, on both engines`, async () => {
      const from = seed ? Number(seed) : given
      await fc.assert(fc.asyncProperty(sequences, play), {
        numRuns: count,
        ...(from !== null && { seed: from }),
        ...(path && { path }),
        endOnFailure: process.env['MODEL_SHRINK'] !== '1',
      })
      if (process.env['MODEL_TELL'])
        console.log(
          [...tally]
            .sort()
            .map(([name, times]) => `${name}: ${times}`)
            .join('\n'),
        )
    }, 1_500_000)
  })
}
