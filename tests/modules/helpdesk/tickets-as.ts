/** Tickets of the help desk as lessons and as questions of a bank: second suppliers of both contracts. */
import type { Lesson, Lessons, QuestionBank, QuestionSnapshot, Reading, Row, Scope } from 'tablewright/server'

const lessonOf = (row: Row): Lesson => ({
  id: Number(row['id']),
  title: String(row['subject']),
  path: `/helpdesk/ticket/${String(row['id'])}`,
  state: row['closed'] === 1 ? 'closed' : 'open',
})

const find = async (query: Reading, text: string, limit: number): Promise<readonly Row[]> =>
  query
    .selectFrom('helpdesk_ticket')
    .selectAll()
    .where('subject', 'like', `%${text}%`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const ticketLessons: Lessons = {
  async find({ database }, ids) {
    if (ids.length === 0) return new Map()
    const rows = await database.query.selectFrom('helpdesk_ticket').selectAll().where('id', 'in', ids).execute()
    return new Map(rows.map((row) => [Number(row['id']), lessonOf(row)]))
  },
  list: async ({ database }, { text = '', limit }) => (await find(database.query, text, limit)).map(lessonOf),
}

/** Is the ticket closed? */
const questionOf = (row: Row): QuestionSnapshot => ({
  id: Number(row['id']),
  kind: 'judge',
  title: String(row['subject']),
  version: Number(row['version']),
  options: [
    { id: 'yes', text: 'Yes' },
    { id: 'no', text: 'No' },
  ],
  key: [row['closed'] === 1 ? 'yes' : 'no'],
})

const readTicket = ({ database }: Scope, id: number): Promise<Row | undefined> =>
  database.query.selectFrom('helpdesk_ticket').selectAll().where('id', '=', id).executeTakeFirst()

/** Results are counted in the topic of the ticket, with what was counted already. */
export const ticketQuestions: QuestionBank = {
  locks: 'helpdesk/ticket',
  list: async ({ database }, { text = '', kind = 'judge', limit }) =>
    kind === 'judge' ? (await find(database.query, text, limit)).map(questionOf) : [],
  async snapshot(scope, id) {
    const row = await readTicket(scope, id)
    return row ? questionOf(row) : null
  },
  async record({ scope, trx }, { questionId, source, sn, right, wrong }) {
    const row = await readTicket(scope, questionId)
    if (!row) return
    const results = JSON.parse(String(row['topic'] ?? '{}')) as Record<string, readonly number[]>
    if (Object.hasOwn(results, `${source}${sn}`)) return
    await trx
      .updateTable('helpdesk_ticket')
      .set({ topic: JSON.stringify({ ...results, [`${source}${sn}`]: [right, wrong] }) })
      .where('id', '=', questionId)
      .execute()
  },
}
