/**
 * How long a writer waits while a table with many rows changes, on PostgreSQL: on SQLite a change has the whole
 * database for itself. Usage: node tests/bench/schema-changes.mjs
 */
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { withEmptyPostgres } from './engines.mjs'

/** `readMs`: so long a transaction that has read the table stays open, as an export does. */
export const fullChanges = { rows: 500_000, readMs: 3000 }
/** Enough for the table to count as a large one. */
export const quickChanges = { rows: 10_500, readMs: 50 }

/** @returns by change: its name, the longest wait of a writer and the time of the whole change, in milliseconds */
export function benchSchemaChanges({ rows, readMs }) {
  return withEmptyPostgres(async (url, load) => {
    const { applyPlan, openDatabase } = await load('/runtime/server/db/index.ts')
    const { field, reference, tableModel } = await load('/tests/support/models.ts')
    const { storeIntegers } = await load('/tests/support/integer-storage.ts')
    const database = await openDatabase(url, { readerScript: '' })
    try {
      const [first, ...changes] = steps(field, reference, tableModel)
      await applyPlan(database, first.models)
      await database.runAlone(`insert into large_unit (name) values ('box')`)
      await database.runAlone(`insert into large_part (name, price, count)
        select case when i % 2 = 0 then 'part ' || i end, i / 100.0, i from generate_series(1, ${rows}) as i`)
      const found = []
      for (const { name, models, isStoredAsIntegers } of changes) {
        if (isStoredAsIntegers) await storeIntegers(database)
        const began = performance.now()
        const waitMs = await longestWait(url, readMs, () => applyPlan(database, models))
        found.push({ name, waitMs, ms: performance.now() - began })
      }
      return found
    } finally {
      await database.close()
    }
  })
}

function steps(field, reference, tableModel) {
  const unit = tableModel('large/unit', { fields: [field('name', 'text')] })
  const part = (name, scale, indexes, more = [], count = field('count', 'integer')) => [
    unit,
    tableModel('large/part', {
      fields: [field('name', 'text', { maxLength: 20, ...name }), field('price', 'decimal', { scale }), count, ...more],
      indexes: indexes.map(([index, ...on]) => ({ name: index, on, unique: false })),
    }),
  ]
  const added = [reference('unit_id', unit, 'restrict', { default: 1 }), field('note', 'text')]
  const indexes = [['look', 'price', 'name']]
  return [
    { models: part({}, 2, [['look', 'name']]) },
    { name: 'a field and a reference', models: part({}, 2, [['look', 'name']], added) },
    { name: 'an index in place of another', models: part({}, 2, indexes, added) },
    {
      name: 'a requirement, with a default for half of the rows',
      models: part({ required: true, default: 'n/a' }, 2, indexes, added),
    },
    {
      name: 'a decimal with more digits',
      models: part({ required: true, default: 'n/a' }, 4, indexes, added),
    },
    {
      name: 'a number that becomes a text, and fewer digits',
      models: part({ required: true, default: 'n/a' }, 2, indexes, added, field('count', 'text')),
    },
    {
      name: 'the first conversion to NUMERIC beside a renaming, a requirement, a minimum and an index',
      isStoredAsIntegers: true,
      models: renamed(unit, field, tableModel, added),
    },
  ]
}

function renamed(unit, field, tableModel, added) {
  const least = { minimum: 0, readOnly: true, renamedFrom: 'price' }
  const kept = field('name', 'text', { maxLength: 20, required: true, default: 'n/a' })
  const [refers, ...others] = added
  const cost = field('cost', 'decimal', { scale: 2, ...least })
  const fields = [kept, cost, field('count', 'text'), { ...refers, required: true }, ...others]
  const indexes = [
    { name: 'look', on: ['cost', 'name'], unique: false },
    { name: 'count', on: ['count', 'cost', 'id'], unique: true },
  ]
  return [unit, tableModel('large/part', { fields, indexes })]
}

/** The longest wait of somebody who inserts one row after the other, while somebody else reads at first. */
async function longestWait(url, readMs, change) {
  const [reader, writer] = [new pg.Client(url), new pg.Client(url)]
  await Promise.all([reader.connect(), writer.connect()])
  await reader.query('begin')
  await reader.query('select 1 from large_part limit 1')
  const read = pause(readMs).then(() => reader.query('commit'))
  let isDone = false
  const changed = change().finally(() => {
    isDone = true
  })
  let longest = 0
  while (!isDone) {
    const began = performance.now()
    await writer.query(`insert into large_part (name) values ('new')`)
    longest = Math.max(longest, performance.now() - began)
    await pause(2)
  }
  await Promise.all([changed, read])
  await Promise.all([reader.end(), writer.end()])
  return longest
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await benchSchemaChanges(fullChanges), null, 1))
