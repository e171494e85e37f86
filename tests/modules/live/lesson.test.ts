/** Lessons as teachers, pupils and visitors have them: rooms, the log, presence, private messages (L1 to L14). */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TopicPage } from 'tablewright/protocol'
import { liveErasure } from '../../../runtime/modules/live/server/erasure.ts'
import { lessons } from '../../../runtime/modules/live/server/lessons.ts'
import { settleRoom } from '../../../runtime/modules/live/server/store/sessions.ts'
import { noteJoin, noteLeave } from '../../../runtime/modules/live/server/store/presence.ts'
import { readRoom } from '../../../runtime/modules/live/server/room.ts'
import type { LiveEvent } from '../../../runtime/modules/live/shared/events.ts'
import { emptyState, replay, type LiveState } from '../../../runtime/modules/live/shared/state.ts'
import { moduleEngines } from '../../support/databases.ts'
import { ask } from '../../server/session/endpoint.ts'
import { holder, openLive, stroke, type LiveSite, type Who } from './live-site.ts'
import { steps } from './walk.ts'

const minute = 60_000

describe.each(moduleEngines)('lessons on $name', (engine) => {
  let site: LiveSite
  let [zoe, adam, mia]: number[] = []
  beforeAll(async () => {
    site = await openLive(engine)
    for (const name of ['zoe', 'adam', 'mia']) await site.member(name)
    const rows = await site.rows('user', {})
    ;[zoe, adam, mia] = ['zoe', 'adam', 'mia'].map((name) =>
      Number(rows.find(({ username }) => username === name)!['id']),
    )
  })
  afterAll(() => site?.dispose())

  /** The log, as a client fetches it. */
  const logOf = async (who: Who, room: number, after = 0): Promise<readonly LiveEvent[]> => {
    const events: LiveEvent[] = []
    for (let last = after; ;) {
      const { data } =
        who === 'teacher'
          ? await site.app.get<TopicPage>(site.teacher, `Live/topic?topic=live:${room}&after=${last}`)
          : await ask<TopicPage>(site.app.running, 'GET', `/api/Live/topic?topic=live:${room}&after=${last}`, {
              headers: { 'ba-user-token': await site.tokenOf(who) },
            })
      events.push(...data.entries.map(({ seq, data: event }) => ({ ...(event as LiveEvent), seq }) as LiveEvent))
      last = events.at(-1)?.seq ?? 0
      if (!data.more) return events
    }
  }
  const refused = async (answer: Promise<{ code: number; msg: string }>) => {
    const { code, msg } = await answer
    expect(code).not.toBe(1)
    return msg
  }

  it('starts, ends and continues a room as its states allow', async () => {
    const early = Math.floor(Date.now() / 1000) + 3600
    const later = await site.room({ start_time: early, end_time: early + 60 })
    expect(await refused(site.lessonAction(later, 'start'))).toMatch(/30 minutes/)
    expect(await refused(site.lessonAction(later, 'end'))).not.toBe('')
    expect(await site.tries(zoe!, later, { kind: 'chat', payload: { text: 'hello' } })).toBe('not.live')
    // The board that a teacher prepares is there when the lesson begins.
    await site.does('teacher', later, stroke(0, 'prepared-1'))
    const room = await site.lesson()
    expect(await refused(site.lessonAction(room, 'start'))).not.toBe('')
    await site.does(zoe!, room, { kind: 'chat', payload: { text: 'hello' } })
    expect((await site.lessonAction(room, 'end')).code).toBe(1)
    expect(await site.tries('teacher', room, { kind: 'chat', payload: { text: 'late' } })).toBe('not.live')
    const colleague = await site.app.account('colleague', [await site.app.group('colleagues', '*')])
    expect(await refused(site.lessonAction(room, 'resume', colleague))).toMatch(/teacher/)
    expect((await site.lessonAction(room, 'resume')).code).toBe(1)
    expect(await site.state(zoe!, room)).toMatchObject({ status: 'live', session: { n: 2 }, chat: [{ text: 'hello' }] })
    await site.lessonAction(room, 'end')
    await site.update('live_room', room, { ended_at: Math.floor(Date.now() / 1000) - 90_000 })
    expect(await refused(site.lessonAction(room, 'resume'))).toMatch(/24 hours/)
    expect((await site.app.post(site.teacher, 'live.Room/cancel', { id: later })).code).toBe(1)
    expect(await refused(site.read(zoe!, 'info', later))).not.toBe('')
    expect(await site.findings()).toEqual([])
  })

  it('L1 L3 numbers parallel events without a gap, and gives a late pupil what the others have', async () => {
    const room = await site.lesson({ draw: 1 })
    const people: readonly Who[] = ['teacher', zoe!, adam!]
    await Promise.all(
      people.flatMap((who, index) =>
        Array.from({ length: 6 }, (_none, part) => site.does(who, room, stroke(0, `stroke-${index}-${part}`))),
      ),
    )
    const events = await logOf(zoe!, room)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: events.length }, (_none, index) => index + 1))
    expect(await site.state(mia!, room)).toEqual(replay(events))
    expect(await site.findings()).toEqual([])
  })

  it('jitsi#9166 stores what is sent again once, and refuses one thing without the others', async () => {
    const room = await site.lesson()
    const client = randomUUID()
    const chat = { kind: 'chat', payload: { text: 'once' }, client } as const
    const answers = await Promise.all([1, 2, 3, 4].map(() => site.act(zoe!, room, [chat])))
    expect(new Set(answers.map(([result]) => result?.seq)).size).toBe(1)
    const results = await site.act(zoe!, room, [
      { kind: 'hand.up', payload: {} },
      { kind: 'clear', payload: { page: 0 } },
      { kind: 'chat', payload: { text: 'after' } },
    ])
    expect(results.map(({ reason }) => reason)).toEqual([null, 'staff.only', null])
    expect(results[1]?.message).toMatch(/teachers/i)
    // The same number of somebody else is theirs.
    expect((await site.act(adam!, room, [chat]))[0]?.seq).not.toBe(answers[0]?.[0]?.seq)
    expect((await site.state(mia!, room)).chat.map(({ text }) => text)).toEqual(['once', 'after', 'once'])
  })

  it('bbb#12549 keeps hands in the order in which they were raised, for everybody', async () => {
    const room = await site.lesson()
    for (const who of [zoe!, adam!, mia!]) await site.does(who, room, { kind: 'hand.up', payload: {} })
    const names = [zoe!, adam!, mia!].map((who) => `user:${who}`)
    for (const who of ['teacher', zoe!, mia!] as const)
      expect((await site.state(who, room)).hands.map(({ person }) => person)).toEqual(names)
    await site.does('teacher', room, { kind: 'floor.give', payload: { person: names[1]! } })
    expect(await site.state(zoe!, room)).toMatchObject({
      floor: [names[1]],
      hands: [{ person: names[0] }, { person: names[2] }],
    })
    expect(await site.tries(zoe!, room, { kind: 'hand.down', payload: { person: names[2]! } })).toBe('staff.only')
  })

  it('bbb#11765 lets those draw who come after drawing was allowed, and shows them all pages', async () => {
    const room = await site.lesson()
    await site.does('teacher', room, stroke(0, 'stroke-p1'))
    const second = await site.does('teacher', room, {
      kind: 'page.add',
      payload: { height: 14_000, picture: null, title: '' },
    })
    await site.does('teacher', room, stroke(second, 'stroke-p2'))
    const third = await site.does('teacher', room, {
      kind: 'page.add',
      payload: { height: 7500, picture: null, title: '' },
    })
    await site.does('teacher', room, stroke(third, 'stroke-p3'))
    expect(await site.tries(mia!, room, stroke(third, 'mia-stroke'))).toBe('draw.off')
    await site.does('teacher', room, { kind: 'policy', payload: { draw: true } })
    const state = await site.state(mia!, room)
    expect(state.policy.draw).toBe(true)
    expect(state.pages.map(({ id }) => (state.strokes[id] ?? []).map((drawn) => drawn.id))).toEqual([
      ['stroke-p1'],
      ['stroke-p2'],
      ['stroke-p3'],
    ])
    await site.does(mia!, room, stroke(third, 'mia-stroke'))
    expect(await site.tries(mia!, room, { kind: 'erase', payload: { page: third, strokes: ['stroke-p3'] } })).toBe(
      'own.only',
    )
    // The next session begins with these rules.
    await site.lessonAction(room, 'end')
    await site.lessonAction(room, 'resume')
    expect((await site.state(mia!, room)).policy.draw).toBe(true)
  })

  it('bbb#22868 brings strokes to a pupil whose connection was gone', async () => {
    const room = await site.lesson()
    const before = await site.state(zoe!, room)
    const socket = await site.enter(zoe!, room)
    socket.socket.terminate()
    for (const name of ['stroke-01', 'stroke-02', 'stroke-03']) await site.does('teacher', room, stroke(0, name))
    const back = await site.enter(zoe!, room)
    const state = replay(await logOf(zoe!, room, before.seq), before)
    expect(state.strokes[0]?.map(({ id }) => id)).toEqual(['stroke-01', 'stroke-02', 'stroke-03'])
    expect(state).toEqual(await site.state('teacher', room))
    // And what happens from now on comes by itself.
    const seq = await site.does('teacher', room, stroke(0, 'stroke-04'))
    await back.until((frame) => frame.type === 'event' && frame.topic === `live:${room}` && frame.seq === seq)
    back.socket.terminate()
  })

  it('L3 begins from a stored state where a log is long', async () => {
    const room = await site.lesson({ draw: 1 })
    const clients = Array.from({ length: 26 }, (_none, batch) =>
      Array.from({ length: 20 }, (_also, index) => stroke(0, `long-${batch}-${index}`)),
    )
    for (const events of clients) await site.act('teacher', room, events)
    expect((await site.rows('live_snapshot', { room_id: room })).map(({ seq }) => Number(seq))).toEqual([500])
    const events = await logOf('teacher', room)
    expect(events.length).toBe(521)
    // Another process, which remembers nothing.
    const [snapshot] = await site.rows('live_snapshot', { room_id: room })
    const state = replay(
      events.filter(({ seq }) => seq > 500),
      JSON.parse(String(snapshot!['state'])) as LiveState,
    )
    expect(state).toEqual(replay(events))
    expect(await site.state(zoe!, room)).toEqual(state)
  })

  it('L13 is over ten minutes after the teacher was last there, and notes it when somebody looks', async () => {
    const room = await site.lesson()
    await site.update('live_room', room, { seen_ms: Date.now() - 11 * minute })
    expect(await site.tries(zoe!, room, { kind: 'chat', payload: { text: 'anybody?' } })).toBe('not.live')
    const { data } = await site.read<{ room: { status: string } }>(zoe!, 'info', room)
    expect(data.room.status).toBe('ended')
    await site.app.database.write((trx) => settleRoom(site.scope, trx as never, room))
    expect((await site.state(zoe!, room)).status).toBe('ended')
    expect(await site.app.row('live_room', room)).toMatchObject({ status: 2 })
    // A lesson whose teacher is there goes on.
    const other = await site.lesson()
    await site.app.database.write((trx) => settleRoom(site.scope, trx as never, other))
    expect((await site.state(zoe!, other)).status).toBe('live')
    expect(await site.findings()).toEqual([])
  })

  it('bbb#24408 counts a pupil who comes three times with two tabs once', async () => {
    const room = await site.lesson()
    const [session] = await site.rows('live_session', { room_id: room })
    const begin = Date.now() - 60 * minute
    await site.update('live_session', Number(session!['id']), { start_ms: begin })
    const row = (await readRoom(site.scope.database.query, room))!
    const visits = [
      [0, 20],
      [5, 15],
      [22, 40],
      [40, 52],
    ] as const
    for (const [index, [from, to]] of visits.entries()) {
      await noteJoin(site.scope, row, { holder: `user:${zoe}`, role: 'pupil' }, `tab-${index}`)
      const [presence] = await site.rows('live_presence', { room_id: room, connection: `tab-${index}` })
      const times = { joined_ms: begin + from * minute, seen_ms: begin + to * minute, left_ms: begin + to * minute }
      await site.update('live_presence', Number(presence!['id']), times)
    }
    await noteJoin(site.scope, row, { holder: `user:${adam}`, role: 'pupil' }, 'adam-tab')
    await site.update(
      'live_presence',
      Number((await site.rows('live_presence', { connection: 'adam-tab' }))[0]!['id']),
      {
        joined_ms: begin + 30 * minute,
      },
    )
    await noteLeave(site.scope, room, 'adam-tab')
    // The log knows when the session began.
    const [first] = await site.rows('live_event', { room_id: room, seq: 1 })
    await site.update('live_event', Number(first!['id']), { at_ms: begin })
    await site.update('live_room', room, { edition: 1 })
    await site.lessonAction(room, 'end')
    const attendance = await site.rows('live_attendance', { room_id: room })
    expect(attendance.filter(({ user_id }) => user_id === zoe)).toMatchObject([{ name: 'zoe', seconds: 50 * 60 }])
    expect(attendance.filter(({ user_id }) => user_id === adam)).toHaveLength(1)
    expect(await site.findings()).toEqual([])
  })

  it('notes presence over the hub, and tells who is there', async () => {
    const room = await site.lesson()
    const socket = await site.enter(zoe!, room)
    const present = async () => {
      const { data } = await site.read<{ people: { name: string; present: boolean }[] }>('teacher', 'people', room)
      return data.people.filter((person) => person.present).map(({ name }) => name)
    }
    await expect.poll(present).toContain('zoe')
    socket.socket.close()
    await expect.poll(present).not.toContain('zoe')
    expect(await site.rows('live_attendance', { room_id: room, user_id: zoe! })).toHaveLength(1)
  })

  it('L11 shows private messages to the two who write them', async () => {
    const room = await site.lesson()
    const row = (await readRoom(site.scope.database.query, room))!
    for (const who of [zoe!, adam!, mia!])
      await noteJoin(site.scope, row, { holder: `user:${who}`, role: 'pupil' }, `tab-${who}`)
    const write = (who: Who, to: string, text = 'psst') =>
      site.call(who, 'whisper', { room, person: to, text, client: randomUUID() })
    expect(await refused(write(zoe!, `user:${adam}`))).toMatch(/private/i)
    expect((await write(zoe!, `admin:${site.teacher}`, 'to the teacher')).code).toBe(1)
    await site.does('teacher', room, { kind: 'policy', payload: { private_chat: true } })
    expect((await write(zoe!, `user:${adam}`)).code).toBe(1)
    expect(await refused(write(zoe!, `user:${adam! + 1000}`))).toMatch(/not in this lesson/)
    const texts = async (who: Who) => {
      const { data } = await site.read<{ messages: { text: string }[] }>(who, 'whispers', room)
      return data.messages.map(({ text }) => text)
    }
    expect(await texts(zoe!)).toEqual(['to the teacher', 'psst'])
    expect(await texts(adam!)).toEqual(['psst'])
    expect(await texts(mia!)).toEqual([])
    expect(await texts('teacher')).toEqual(['to the teacher'])
    expect(JSON.stringify(await logOf(mia!, room))).not.toMatch(/psst|to the teacher/)
    // Nobody subscribes to the messages of somebody else.
    const socket = await site.enter(mia!, room)
    expect(await socket.subscribe(`livePrivate:${room}:user:${adam}`)).toMatchObject({ type: 'refused' })
    expect(await socket.subscribe(`livePrivate:${room}:user:${mia}`)).toMatchObject({ type: 'subscribed' })
    expect(await socket.subscribe(`liveDesk:${room}`)).toMatchObject({ type: 'refused' })
    socket.socket.terminate()
    // The audit sees them, with its right.
    const audit = await site.app.get<{ list: { content: string }[] }>(site.teacher, 'live.PrivateMessage/index')
    expect(JSON.stringify(audit.data)).toContain('psst')
    const assistant = await site.app.account('assistant', [await site.app.group('assistants', ['live/room/teach'])])
    expect((await site.app.get(assistant, 'live.PrivateMessage/index')).code).not.toBe(1)
  })

  it('sends a pupil out for good, whose connection hears nothing more', async () => {
    const room = await site.lesson()
    const socket = await site.enter(mia!, room)
    await site.does('teacher', room, { kind: 'remove', payload: { person: `user:${mia}` } })
    await socket.until((frame) => frame.type === 'refused' && frame.topic === `live:${room}`)
    expect(await refused(site.read(mia!, 'info', room))).toMatch(/does not exist/)
    expect(
      await refused(site.call(mia!, 'act', { room, events: [{ kind: 'hand.up', client: randomUUID(), payload: {} }] })),
    ).toMatch(/does not exist/)
    socket.socket.terminate()
  })

  it('L10 opens rooms to visitors who listen, where they say so, and to administrators who teach', async () => {
    const [closed, open] = [await site.lesson(), await site.lesson({ allow_visit: 1 })]
    await site.does('teacher', open, { kind: 'chat', payload: { text: 'hello' } })
    expect(await refused(site.read(null, 'info', closed))).toMatch(/does not exist/)
    const { data } = await site.read<{ me: unknown; state: LiveState }>(null, 'info', open)
    expect(data).toMatchObject({ me: null, state: { chat: [{ text: 'hello' }] } })
    const events = await site.read<{ events: LiveEvent[] }>(null, 'events', open, '&after=0')
    expect(replay(events.data.events, emptyState)).toEqual(data.state)
    expect((await site.read(null, 'events', closed, '&after=0')).code).not.toBe(1)
    for (const action of ['act', 'whisper']) expect((await site.call(null, action, { room: open })).code).not.toBe(1)
    const reader = await site.app.account('reader', [await site.app.group('readers', ['live/room/index'])])
    expect((await site.app.get(reader, `live.Classroom/info?room=${open}`)).code).not.toBe(1)
    const list = await ask<{ list: { id: number; open: boolean }[] }>(
      site.app.running,
      'GET',
      '/api/live.Room/index',
      {},
    )
    expect(list.data.list.filter(({ id }) => id === open || id === closed).map(({ open: isOpen }) => isOpen)).toEqual([
      false,
      true,
    ])
  })

  it('limits what a member says, and refuses words of the filter', async () => {
    const room = await site.lesson()
    const talker = await site.member()
    const said = Array.from(
      { length: 31 },
      (_none, index) => ({ kind: 'chat', payload: { text: `line ${index}` } }) as const,
    )
    const results = [
      ...(await site.act(talker, room, said.slice(0, 20))),
      ...(await site.act(talker, room, said.slice(20))),
    ]
    expect(results.map(({ reason }) => reason)).toEqual([...Array.from({ length: 30 }, () => null), 'fast'])
  })

  it('L2 L14 replays a random lesson to the state that everybody has', async () => {
    const walk = fc.sample(steps, { numRuns: 6, seed: 63 }).flat()
    const room = await site.lesson({ draw: 1 })
    const whoIs = new Map<string, Who>([
      ['admin:1', 'teacher'],
      ['user:1', zoe!],
      ['user:2', adam!],
      ['user:3', mia!],
    ])
    for (const { person, intent } of walk) {
      if (intent.kind === 'remove') continue
      const payload =
        'person' in intent.payload
          ? { person: holder(whoIs.get(intent.payload.person)!, site.teacher) }
          : intent.payload
      await site.act(whoIs.get(person.holder)!, room, [{ ...intent, payload } as never])
    }
    await site.lessonAction(room, 'end')
    const events = await logOf('teacher', room)
    const state = await site.state('teacher', room)
    expect(events.length).toBeGreaterThan(10)
    for (const event of events) expect(replay(events.filter(({ seq }) => seq <= event.seq)).seq).toBe(event.seq)
    expect(replay(events)).toEqual(state)
  })

  it('supplies rooms as lessons', async () => {
    const room = await site.room({ title: 'A lesson of 100 %' })
    const scope = site.scope as never
    expect((await lessons.find(scope, [room, 9_999_999])).get(room)).toEqual({
      id: room,
      title: 'A lesson of 100 %',
      path: `/ailive/${room}`,
      state: 'open',
    })
    expect((await lessons.list(scope, { text: '100 %', limit: 5 })).map(({ id }) => id)).toEqual([room])
    expect(await lessons.find(scope, [])).toEqual(new Map())
  })

  it('forgets a member who is deleted, in the log, in stored states and in memory', async () => {
    const room = await site.lesson({ draw: 1, private_chat: 1 })
    const former = await site.member('gone')
    await site.does(former, room, { kind: 'chat', payload: { text: 'my secret' } })
    await site.does(former, room, { kind: 'hand.up', payload: {} })
    await site.does('teacher', room, { kind: 'floor.give', payload: { person: `user:${former}` } })
    const row = (await readRoom(site.scope.database.query, room))!
    await noteJoin(site.scope, row, { holder: `user:${former}`, role: 'pupil' }, 'former-tab')
    const [visit] = await site.rows('live_presence', { connection: 'former-tab' })
    await site.update('live_presence', Number(visit!['id']), { joined_ms: 0 })
    await noteLeave(site.scope, room, 'former-tab')
    await site.call(former, 'whisper', {
      room,
      person: `admin:${site.teacher}`,
      text: 'in private',
      client: randomUUID(),
    })
    expect((await liveErasure.describe(site.scope as never, former)).lines).toHaveLength(2)
    const tables = (await liveErasure.export!(site.scope as never, former)).map(({ name }) => name)
    expect(tables).toEqual(['live/event', 'live/attendance', 'live/privateMessage'])
    await site.app.database.write(async (trx) => {
      const call = { scope: site.scope as never, trx: trx as never }
      for (const { lock } of liveErasure.locks ?? []) await lock(call, [former])
      await liveErasure.erase(call, former)
    })
    const all = JSON.stringify([
      await site.state('teacher', room),
      await site.rows('live_event', { room_id: room }),
      await site.rows('live_attendance', { room_id: room }),
      await site.rows('live_private_message', { room_id: room }),
      await site.rows('live_presence', { room_id: room }),
    ])
    expect(all).not.toMatch(new RegExp(`my secret|in private|user:${former}\\b|"user_id":${former}\\b`))
    expect(replay(await logOf('teacher', room))).toEqual(await site.state('teacher', room))
    expect(await site.findings()).toEqual([])
  })
})
