/**
 * An exam on both engines: starts of a random paper of 100 out of 5,000 questions, and candidates who save an answer
 * every 15 seconds. Limits of sign-ins are those of a network, so that each candidate has one of their own.
 */
import { onBothEngines, runSql } from './engines.mjs'

const saveEveryMs = 15_000
const drawn = 100
const kinds = ['JUDGE', 'SINGLE', 'MULTI', 'FILL']
const password = 'long enough 7'

/** @returns {Promise<{ engine: string, startP95: number, saveP95: number, isPostgres: boolean }[]>} milliseconds */
export const benchExam = ({ candidates, questions, starts, seconds }) =>
  onBothEngines(async (url, start) => {
    const isPostgres = url.startsWith('postgres')
    const server = await start({ TABLEWRIGHT_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const paper = await addPaper(server, url, questions)
      const members = await addMembers(server, url, candidates)
      const times = []
      for (const [turn, member] of members.entries()) {
        const began = performance.now()
        const sitting = await send(server, 'start', member.headers, { paper })
        if (turn < starts) times.push(performance.now() - began)
        Object.assign(member, sitting, { n: 0 })
      }
      const saveP95 = await measureSaves(server, members, seconds)
      return { engine: isPostgres ? 'PostgreSQL' : 'SQLite', startP95: percentile(times), saveP95, isPostgres }
    } finally {
      await server.stop()
    }
  })

const percentile = (times) => times.toSorted((left, right) => left - right)[Math.ceil(times.length * 0.95) - 1]

/** Each candidate saves every 15 seconds, at moments that are spread evenly. */
async function measureSaves(server, members, seconds) {
  const times = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    members.map(async (member, place) => {
      let next = performance.now() + (place * saveEveryMs) / members.length
      while (next < end) {
        await new Promise((resolve) => setTimeout(resolve, next - performance.now()))
        const began = performance.now()
        const { attempt, lease, items } = member
        const { seq, kind, options } = items[member.n % items.length]
        member.n++
        const answer = kind === 'FILL' ? { texts: ['1'] } : { keys: [options[0]?.id ?? 'T'] }
        await send(server, 'save', member.headers, { attempt, lease, items: [{ seq, n: member.n, ...answer }] })
        times.push(performance.now() - began)
        next += saveEveryMs
      }
    }),
  )
  return percentile(times)
}

async function addPaper(server, url, count) {
  const admin = { batoken: server.token }
  const { id: subject } = await post(server, '/admin/exam.Subject/add', admin, { name: `Bench ${Date.now()}` })
  const options = JSON.stringify({ options: [{ text: 'a', right: true }, { text: 'b' }, { text: 'c' }, { text: 'd' }] })
  const details = [JSON.stringify({ judge: true }), options, options, JSON.stringify({ blanks: [{ answer: '1' }] })]
  const byKind = (values) => `case i % 4 ${values.map((value, kind) => `when ${kind} then '${value}'`).join(' ')} end`
  const text = `'Question ' || i || ': ${'which of these is right? '.repeat(4)}'`
  await runSql(url, [
    `insert into exam_question (subject_id, kind, difficulty, title, summary, options_json, explain, practice, status,
        edition, create_time, version)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})
      select ${subject}, ${byKind(kinds)}, 'GENERAL', '<p>' || ${text} || '</p>', substr(${text}, 1, 120),
        ${byKind(details)}, '<p>' || ${text} || '</p>', 0, 'NORMAL', 1, 1700000000, 1 from n`,
    'analyze',
  ])
  const quantity = Math.min(drawn, count) / kinds.length
  const rules = kinds.map((kind) => ({ kind, quantity, score: '1' }))
  const values = { title: 'Bench', subject_id: subject, limit_time: 600, mode: 'RANDOM', rules }
  const { id } = await post(server, '/admin/exam.Paper/add', admin, values)
  await post(server, '/admin/exam.Paper/publish', admin, { id })
  return id
}

/** Members with one password, of which the first is added as people are; all of them sign in. */
async function addMembers(server, url, count) {
  const stamp = Date.now().toString(36)
  const name = (turn) => `c${stamp}${turn}`
  const values = { password, nickname: 'Bench', group_id: 1, gender: 0, status: 'enable' }
  const { id } = await post(server, '/admin/user.User/add', { batoken: server.token }, { ...values, username: name(0) })
  if (count > 1)
    await runSql(url, [
      `insert into "user" (username, nickname, password, group_id, gender, status, money, score, create_time, version)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count - 1})
        select '${name('')}' || i, nickname, password, group_id, gender, status, 0, 0, create_time, 1
        from n, "user" where id = ${id}`,
    ])
  const members = []
  for (let turn = 0; turn < count; turn++) {
    const address = { 'x-forwarded-for': `198.${18 + Math.floor(turn / 250)}.${turn % 250}.7` }
    const { userInfo } = await post(server, '/api/user/checkIn', address, {
      tab: 'login',
      username: name(turn),
      password,
    })
    members.push({ headers: { ...address, 'ba-user-token': userInfo.token } })
  }
  return members
}

const send = (server, action, headers, body) => post(server, `/api/exam.Attempt/${action}`, headers, body)

async function post({ address }, path, headers, body) {
  const answer = await fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then((response) => response.json())
  if (answer.code !== 1) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}
