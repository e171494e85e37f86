/**
 * Questionnaires of 20 questions: handing sheets in, ten at once and each from a network of its own, and the statistics
 * of many sheets, of all and of those with one answer.
 */
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { startOurs } from './servers.mjs'

const connections = 10
const questions = 20
const keys = ['k1', 'k2', 'k3', 'k4']
const options = keys.map((key) => ({ key, label: key }))
const items = Array.from({ length: questions }, (_, index) => ({
  key: `q${index + 1}`,
  kind: index % 2 === 0 ? 'single' : 'multiple',
  title: `Question ${index + 1}`,
  must: true,
  options,
}))

/** @returns {{ submitP95: number, perSecond: number, statisticsMs: number, filteredMs: number }} */
export async function benchQuestionnaire(dataFolder, file, { submits, sheets }) {
  const server = await startOurs(dataFolder, { TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const filled = await addQuestionnaire(server)
    const { p95, perSecond } = await submitSheets(server, filled, submits)
    const counted = await addQuestionnaire(server)
    addSheets(file, counted.id, sheets)
    return {
      submitP95: p95,
      perSecond,
      statisticsMs: await readStatistics(server, counted.id, sheets, ''),
      filteredMs: await readStatistics(server, counted.id, sheets / 4, '&item=q1&option=k1'),
    }
  } finally {
    await server.stop()
  }
}

async function post({ address, token }, path, body) {
  const answer = await fetch(`${address}/admin/questionnaire.Questionnaire/${path}`, {
    method: 'POST',
    headers: { batoken: token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

async function addQuestionnaire(server) {
  const { id } = await post(server, 'add', { title: 'Bench' })
  await post(server, 'saveDesign', { id, version: 0, items: JSON.stringify(items) })
  await post(server, 'open', { id })
  return { id, link: String(id) }
}

async function submitSheets({ address }, { link }, count) {
  const times = []
  let next = 0
  const began = performance.now()
  const send = async (turn) => {
    const answers = items.map(({ key, kind }) => ({ key, keys: kind === 'single' ? ['k2'] : ['k1', 'k3'] }))
    const start = performance.now()
    const answer = await fetch(`${address}/api/questionnaire.Index/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${turn >> 8}.${turn & 255}.7` },
      body: JSON.stringify({ link, client: randomUUID(), version: 1, answers }),
    }).then((response) => response.json())
    if (answer.code !== 1) throw new Error(answer.msg)
    times.push(performance.now() - start)
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let turn = next++; turn < count; turn = next++) await send(turn)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  times.sort((left, right) => left - right)
  return { p95: times[Math.ceil(times.length * 0.95) - 1], perSecond: count / seconds }
}

/** Sheets with an answer to each question, with their counters, as many submissions leave them. */
function addSheets(file, id, count) {
  const database = new Database(file)
  const version = database
    .prepare('select id from questionnaire_version where questionnaire_id = ? and no = 1')
    .get(id).id
  const numbers = 'with recursive n(i) as (select 0 union all select i + 1 from n where i < ? - 1)'
  database.transaction(() => {
    database
      .prepare(
        `insert into questionnaire_sheet (questionnaire_id, questionnaire_version_id, version_no, title, platform,
          times, client_id, random_key, create_time, version)
        ${numbers} select ?, ?, 1, 'Bench', 0, i % 600, 'bench' || i, printf('%08x', i * 7919), 1700000000 + i, 1
        from n`,
      )
      .run(count, id, version)
    const selection = (place) => `'["k' || ((s.id + ${place}) % 4 + 1) || '"]'`
    for (const [place, { key }] of items.entries())
      database
        .prepare(
          `insert into questionnaire_answer (sheet_id, questionnaire_id, item_id, item_key, sid, checked, version)
          select s.id, ?, i.id, i.item_key, ${selection(place)}, 'k', 1 from questionnaire_sheet s
          join questionnaire_item i on i.questionnaire_version_id = ? and i.item_key = ?
          where s.questionnaire_id = ?`,
        )
        .run(id, version, key, id)
    const addCounter = database.prepare(
      'insert into questionnaire_counter (questionnaire_id, questionnaire_version_id, item_key, option_key, num, ' +
        'version) values (?, ?, ?, ?, ?, 1)',
    )
    for (const { key } of items)
      for (const option of ['#seen', '#answered', ...keys])
        addCounter.run(id, version, key, option, option.startsWith('#') ? count : count / 4)
    database.prepare('update questionnaire_questionnaire set num = ? where id = ?').run(count, id)
  })()
  database.close()
}

/** @returns milliseconds, the best of three */
async function readStatistics({ address, token }, id, sheets, query) {
  const times = []
  for (let turn = 0; turn < 3; turn++) {
    const began = performance.now()
    const answer = await fetch(`${address}/admin/questionnaire.Questionnaire/results?id=${id}${query}`, {
      headers: { batoken: token },
    }).then((response) => response.json())
    times.push(performance.now() - began)
    if (answer.code !== 1 || answer.data.sheets !== sheets || answer.data.items.length !== questions)
      throw new Error(`statistics: ${answer.msg} ${answer.data?.sheets}`)
  }
  return Math.min(...times)
}
