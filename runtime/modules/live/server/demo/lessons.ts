/** Lessons of the demo: one that has ended, as it took place, and one that is to come. */
import { nowSeconds, type DemoWork } from 'tablewright/server'
import type { Language } from 'tablewright/protocol'
import type { LiveServerParts } from '#generated/live/parts.ts'
import type { Scope } from '#generated/live/server.ts'
import type { Intent } from '../../shared/events.ts'
import { holderOf, type Person } from '../../shared/person.ts'
import { answerQuiz } from '../quiz/answer.ts'
import { askQuiz } from '../quiz/ask.ts'
import { closeQuiz } from '../quiz/close.ts'
import { readRoom, type Room } from '../room.ts'
import { performIntents } from '../store/act.ts'
import { openRoom } from '../store/log.ts'
import { noteJoin, noteLeave } from '../store/presence.ts'

type Wording = readonly [chinese: string, english: string]

const wordings = {
  ended: ['新员工入职课：收货与上架', 'For new colleagues: receiving and putting away'],
  endedIntro: ['从到货、验收到上架的完整流程。', 'From the arrival of goods to the shelf.'],
  next: ['消防安全月课：疏散与灭火器', 'Fire safety: leaving the building, using extinguishers'],
  nextIntro: ['课后有三道测验题。', 'Three quiz questions at the end.'],
  goods: ['收货', 'Receiving'],
  shelves: ['上架', 'Putting away'],
  hello: ['大家好，今天讲收货与上架。', 'Welcome. Today: receiving and putting away.'],
  question: ['破损的货物放在哪里？', 'Where do damaged goods go?'],
  reply: ['放到退货区，并在收货单上注明。', 'Into the returns area, with a note on the receipt.'],
  quiz: ['货物入库前先做什么？', 'What comes before goods are stored?'],
  count: ['清点数量并验收', 'Counting and checking them'],
  store: ['直接上架', 'Putting them on a shelf'],
  label: ['打印出库单', 'Printing the delivery note'],
  thanks: ['明白了，谢谢老师。', 'Understood, thank you.'],
} as const satisfies Readonly<Record<string, Wording>>

const word = (name: keyof typeof wordings, language: Language): string => wordings[name][language === 'zh-cn' ? 0 : 1]

const hour = 3600
const minute = 60

/** A wave across a slide. */
const wave = (y: number): readonly number[] =>
  Array.from({ length: 40 }, (_none, index) => [1000 + index * 200, Math.round(y + 400 * Math.sin(index / 4))]).flat()

/** Does nothing where there are rooms already. */
export async function addDemoLessons(work: DemoWork<LiveServerParts>): Promise<void> {
  const { scope } = work
  const { query } = scope.database
  if (await query.selectFrom('live_room').select('id').limit(1).executeTakeFirst()) return
  const admin = await query.selectFrom('admin').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!admin) return
  const { language } = scope
  const now = nowSeconds()
  const next = now - (now % hour) + 26 * hour
  await work.add('live/room', {
    title: word('next', language),
    intro: word('nextIntro', language),
    teacher_id: admin.id,
    start_time: next,
    end_time: next + hour,
    allow_visit: 1,
  })
  const start = now - (now % hour) - 46 * hour
  const room = await work.at(start - hour, () =>
    work.add('live/room', {
      title: word('ended', language),
      intro: word('endedIntro', language),
      teacher_id: admin.id,
      start_time: start,
      end_time: start + hour,
      allow_visit: 1,
    }),
  )
  await giveLesson(work, room, start, { holder: holderOf('admin', admin.id), role: 'teacher' })
}

async function pupilsOf({ database, registry }: Scope): Promise<readonly Person[]> {
  if (!registry.byId('member/user')) return []
  const rows = await database.query
    .selectFrom('user')
    .select('id')
    .where('status', '=', 'enable')
    .orderBy('id')
    .limit(3)
    .execute()
  return rows.map(({ id }) => ({ holder: holderOf('user', id), role: 'pupil' }))
}

async function giveLesson(work: DemoWork<LiveServerParts>, id: number, start: number, teacher: Person): Promise<void> {
  const { scope } = work
  const { language } = scope
  const pupils = await pupilsOf(scope)
  const room = await readRoom(scope.database.query, id)
  if (!room) throw new Error(`there is no room ${id}`)
  let count = 0
  const does = (minutes: number, person: Person | undefined, intent: Intent): Promise<unknown> =>
    work.at(start + minutes * minute, async () => {
      if (!person) return
      count += 1
      const results = await performIntents(scope, id, person, [{ ...intent, client: `demo-${count}-event` }])
      const refused = results?.find(({ seq }) => seq === null)
      if (refused) throw new Error(`${intent.kind}: ${refused.message}`)
    })
  const [first, second] = pupils
  await work.at(start, () => work.runAction('live/room', 'start', { id }))
  for (const [index, person] of [teacher, ...pupils].entries())
    await work.at(start + index * minute, () => noteJoin(scope, room, person, `demo-${id}-${index}`))
  // Connections show every half a minute that they are there; for the demo every five minutes suffice.
  const stay = async (until: number): Promise<void> => {
    for (let minutes = stayed + 5; minutes <= until; minutes += 5)
      await work.at(start + minutes * minute, () => noteJoin(scope, room, teacher, `demo-${id}-0`))
    stayed = until
  }
  let stayed = 0
  await does(2, teacher, { kind: 'chat', payload: { text: word('hello', language) } })
  await does(3, teacher, { kind: 'page.add', payload: { height: 7500, picture: null, title: word('goods', language) } })
  await draw(does, scope, id, teacher, 4)
  await does(8, first, { kind: 'hand.up', payload: {} })
  if (first) await does(9, teacher, { kind: 'floor.give', payload: { person: first.holder } })
  await does(10, first, { kind: 'chat', payload: { text: word('question', language) } })
  await does(11, teacher, { kind: 'chat', payload: { text: word('reply', language) } })
  if (first) await does(12, teacher, { kind: 'floor.take', payload: { person: first.holder } })
  await stay(20)
  await does(20, teacher, {
    kind: 'page.add',
    payload: { height: 7500, picture: null, title: word('shelves', language) },
  })
  await draw(does, scope, id, teacher, 21)
  await stay(30)
  await does(30, second, { kind: 'chat', payload: { text: word('thanks', language) } })
  await askInDemo(work, room, teacher, pupils, start + 32 * minute)
  await stay(40)
  for (const [index] of [teacher, ...pupils].entries())
    await work.at(start + (44 - index) * minute, () => noteLeave(scope, id, `demo-${id}-${index}`))
  await work.at(start + 45 * minute, () => work.runAction('live/room', 'end', { id }))
}

/** A quiz of two minutes: all but the last pupil know it. */
async function askInDemo(
  work: DemoWork<LiveServerParts>,
  room: Room,
  teacher: Person,
  pupils: readonly Person[],
  time: number,
): Promise<void> {
  const { scope } = work
  const { language } = scope
  const options = (['count', 'store', 'label'] as const).map((name) => word(name, language))
  const quiz = await work.at(time, () =>
    askQuiz(scope, room.id, teacher, {
      kind: 'single',
      title: word('quiz', language),
      options,
      key: [0],
      seconds: 120,
    }),
  )
  for (const [index, pupil] of pupils.entries())
    await work.at(time + 20 * (index + 1), () => answerQuiz(scope, room, pupil, quiz, [index === 2 ? 'B' : 'A']))
  await work.at(time + 2 * minute, () =>
    scope.database.write(async (trx) => {
      const open = await openRoom(scope, trx, room.id)
      if (open) await closeQuiz(open, { id: quiz }, teacher.holder)
    }),
  )
}

/** A stroke on the page that is shown. */
async function draw(
  does: (minutes: number, person: Person, intent: Intent) => Promise<unknown>,
  { database }: Scope,
  room: number,
  person: Person,
  minutes: number,
): Promise<void> {
  const page = await database.query
    .selectFrom('live_event')
    .select('seq')
    .where('room_id', '=', room)
    .where('kind', '=', 'page.add')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  const stroke = { page: page.seq, tool: 'pen', size: 60, part: 0 } as const
  for (const [index, y] of [2500, 4500].entries())
    await does(minutes, person, {
      kind: 'stroke',
      payload: { ...stroke, stroke: `demo-${page.seq}-${index}-${minutes}`, color: index + 1, points: wave(y) },
    })
}
