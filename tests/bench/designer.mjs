/**
 * The designer: opening a table of many fields, a preview of changes of a table with many records, and changes of a
 * field with many options, on SQLite and PostgreSQL. Usage: node tests/bench/designer.mjs
 */
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openModules, runSql, withEmptyPostgres } from './engines.mjs'
import { median } from './list.mjs'
import { root } from './servers.mjs'

const fullDesigner = { fields: 150, rows: 1_000_000, runs: 5, options: 316, choices: 2800 }
const quickDesigner = { fields: 20, rows: 1_000, runs: 1, options: 20, choices: 40 }
const long = 'wms/bench_long'
const wide = 'wms/bench_wide'
const choice = 'wms/bench_choice'
const text = (words) => ({ 'zh-cn': words, en: words })

/** Records what it measures. */
export async function reportDesigner(report, atMost, quick) {
  const size = quick ? quickDesigner : fullDesigner
  const figures = await benchDesigner(size)
  for (const { engine, openMs, previewMs, optionsMs } of figures) {
    report(`designer: open ${size.fields} fields, ${engine}`, openMs, 'ms', atMost(600))
    report(`designer: preview on ${size.rows} rows, ${engine}`, previewMs, 'ms', atMost(2000))
    for (const [change, ms] of Object.entries(optionsMs))
      report(`designer: ${size.options} options, ${change} with preview, ${engine}`, ms, 'ms', atMost(2000))
  }
}

/** @returns by engine: milliseconds of opening and of a preview, medians of the runs, and of changes of options */
async function benchDesigner(size) {
  const folder = mkdtempSync(join(tmpdir(), 'tablewright-bench-'))
  writeProject(folder, size.fields)
  const modules = await openModules()
  try {
    const sqlite = await measure(folder, join(folder, 'bench.sqlite'), modules.load, size)
    const postgres = await withEmptyPostgres((url, load) => measure(folder, url, load, size))
    return [
      { engine: 'SQLite', ...sqlite },
      { engine: 'PostgreSQL', ...postgres },
    ]
  } finally {
    await modules.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The schemas and the code of the repository, and two tables more. */
function writeProject(folder, count) {
  cpSync(join(root, 'schemas'), join(folder, 'schemas'), { recursive: true })
  for (const name of ['runtime', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name))
  const fields = Array.from({ length: count - 1 }, (_field, index) => [
    `part_${index}`,
    { ...kinds[index % kinds.length], 'x-label': text(`Part ${index}`) },
  ])
  write(folder, wide, Object.fromEntries(fields))
  write(folder, long, {
    code: { maxLength: 20, 'x-label': text('Code') },
    amount: { 'x-scale': 3, 'x-label': text('Amount') },
  })
}

function choiceOf(count) {
  const values = Array.from({ length: count }, (_option, index) => `option-${index}`)
  const options = values.map((value, index) => [`option_${index}`, { value, 'x-label': text(`Option ${index}`) }])
  return { enum: values, 'x-options': Object.fromEntries(options), 'x-label': text('Kind') }
}

const kinds = [{ maxLength: 40 }, { type: 'integer' }, { 'x-scale': 2 }, { format: 'date' }]

function write(folder, entity, more) {
  const document = {
    $schema: '../dialect/entity.json',
    $id: entity,
    title: entity,
    'x-label': text('Measured'),
    required: ['name'],
    'x-entity': { label: text('Measured'), title: 'name' },
    properties: { name: { minLength: 1, maxLength: 64, 'x-label': text('Name') }, ...more },
  }
  writeFileSync(join(folder, 'schemas', `${entity}.json`), `${JSON.stringify(document, null, 2)}\n`)
}

async function measure(folder, databaseUrl, load, { rows, runs, options, choices }) {
  // Its options change below.
  write(folder, choice, { kind: choiceOf(options) })
  const ask = await openDesigner(folder, databaseUrl, load)
  const first = { operations: [{ op: 'setFacet', entity: long, path: ['title'], value: databaseUrl.slice(0, 8) }] }
  const { hash } = await ask('preview', { ...first, plan: true })
  await ask('apply', { ...first, hash, by: 'bench' })
  await runSql(databaseUrl, [insertOf(databaseUrl, rows)])
  const openMs = await timed(runs, async () => {
    await ask('entity', { id: wide })
    // The screen draws what this answers.
    const operations = [{ op: 'setFacet', entity: wide, path: ['title'], value: 'Wide' }]
    await ask('preview', { operations, entity: wide })
  })
  const previewMs = await timed(runs, () => ask('preview', { operations: changes, plan: true }))
  await runSql(databaseUrl, [
    `insert into wms_bench_choice (name, kind, version) select name, 'option-' || (id % ${options}), 1 ` +
      `from wms_bench_long where id <= ${choices}`,
  ])
  const optionsMs = {}
  for (const [change, operation] of Object.entries(optionChanges)) {
    const startedAt = performance.now()
    const operations = [operation]
    const preview = await ask('preview', { operations, plan: true })
    await ask('apply', { operations, hash: preview.hash, by: 'bench' })
    optionsMs[change] = performance.now() - startedAt
  }
  return { openMs, previewMs, optionsMs }
}

const ofKind = { entity: choice, field: 'kind' }
const optionChanges = {
  rename: { op: 'setOption', ...ofKind, option: 'option_1', facet: 'x-label', value: text('Renamed') },
  remove: { op: 'removeOption', ...ofKind, option: 'option_2', into: 'option_3' },
  retype: { op: 'changeKind', ...ofKind, schema: { maxLength: 40 } },
}

const keyword = (field, name, value) => ({
  op: 'setFacet',
  entity: long,
  path: ['properties', field, name],
  value,
})
/** Each of them counts records. */
const changes = [
  { op: 'setRequired', entity: long, field: 'code', required: true },
  keyword('code', 'x-backfill', "'N'"),
  { op: 'changeKind', entity: long, field: 'amount', schema: { 'x-scale': 2 } },
  { op: 'addField', entity: long, field: 'note', schema: { maxLength: 20, default: 'none', 'x-label': text('Note') } },
]

function insertOf(url, rows) {
  const values = `select 'Item ' || i, case when i % 10 > 0 then 'C' || i end, i * 10 + i % 3, 1`
  const numbers = url.startsWith('postgres')
    ? `generate_series(1, ${rows}) as i`
    : `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows}) select i from n)`
  return `insert into wms_bench_long (name, code, amount, version) ${values} from ${numbers}`
}

async function timed(runs, work) {
  await work()
  const times = []
  for (let run = 0; run < runs; run++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

async function openDesigner(folder, databaseUrl, load) {
  const { createDesigner } = await load('/cli/designing/designer.ts')
  const { composeServer } = await load('/runtime/server/compose.ts')
  const program = composeServer({ modules: [], describeTables: async () => ({}) })
  const readerScript = join(root, '.build/server/reader.mjs')
  const server = {
    ...program,
    planAt: (url, models, options) => program.planAt(url, models, { ...options, readerScript }),
    openDatabase: (url, options) => program.openDatabase(url, { ...options, readerScript }),
  }
  const designer = createDesigner(
    { root: folder, packageFolder: root, language: 'en' },
    { dataFolder: mkdtempSync(join(folder, 'data-')), databaseUrl, adoptedFile: (_name, path) => path },
    { load: async () => server },
  )
  return async (method, input) => {
    const answer = await designer(method, input)
    if (!answer.ok) throw new Error(`${answer.message.en} ${JSON.stringify(answer.data ?? '')}`)
    if (answer.data.problems?.length > 0) throw new Error(JSON.stringify(answer.data.problems[0]))
    return answer.data
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await benchDesigner(process.argv.includes('--quick') ? quickDesigner : fullDesigner)))
