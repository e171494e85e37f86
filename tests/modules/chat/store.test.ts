/** Conversations as members and agents have them: nothing is lost, doubled or out of order (C1 to C9). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds, OperationError } from 'tablewright/server'
import {
  awaitCustomer,
  handOver,
  reopenConversation,
  resolveConversation,
  snoozeConversation,
  takeConversation,
} from '../../../runtime/modules/chat/server/desk/actions.ts'
import { noteSeen, setAvailable } from '../../../runtime/modules/chat/server/desk/presence.ts'
import { isWithin } from '../../../runtime/modules/chat/server/desk/office-hours.ts'
import { staffParty } from '../../../runtime/modules/chat/server/party.ts'
import { sendMessage } from '../../../runtime/modules/chat/server/store/send.ts'
import { moduleEngines } from '../../support/databases.ts'
import { client, openChat, pixel, type ChatSite } from './chat-site.ts'

describe.each(moduleEngines)('conversations on $name', (engine) => {
  let site: ChatSite
  beforeAll(async () => {
    site = await openChat(engine)
  })
  afterAll(() => site?.dispose())

  const numbers = async (conversation: number) =>
    (await site.rows('chat_message', { conversation_id: conversation })).map(({ seq }) => Number(seq))
  const answer = (admin: number, conversation: number, text: string) =>
    sendMessage(site.scope, staffParty(admin), { conversation, client: client(), text })
  const conversationRow = async (id: number) => (await site.app.row('chat_conversation', id))!
  /** Works of which some are refused; the sentences of those. */
  const settle = async (works: readonly Promise<unknown>[]) => {
    const results = await Promise.allSettled(works)
    return results.flatMap((result) =>
      result.status === 'fulfilled'
        ? []
        : [result.reason instanceof OperationError ? result.reason.messageIn('en') : String(result.reason)],
    )
  }
  const agentOf = async (admin: number) => (await site.rows('chat_agent', { admin_id: admin }))[0]!

  it('C1 C2 chatwoot#14071: numbers have no gaps, and a message that is sent five times is stored once', async () => {
    const member = await site.member()
    const conversations = await Promise.all(Array.from({ length: 6 }, () => site.service(member)))
    expect(new Set(conversations).size).toBe(1)
    const [conversation = 0] = conversations
    await site.set({ chat_messages_per_minute: '100' })
    const clients = Array.from({ length: 8 }, client)
    const answers = await Promise.all(
      clients.flatMap((own, index) =>
        Array.from({ length: 5 }, () => site.send(member, conversation, `text ${index}`, { client: own })),
      ),
    )
    const accepted = new Set(answers.filter(({ code }) => code === 1).map(({ data }) => data.seq))
    expect([...accepted].toSorted((left, right) => left - right)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await numbers(conversation)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    const messages = await site.messages(member, conversation)
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(new Set(messages.map(({ client: own }) => own))).toEqual(new Set(clients))
    // Another member may have the same number.
    const other = await site.member()
    const elsewhere = await site.service(other)
    expect(await site.send(other, elsewhere, 'mine', { client: clients[0] })).toMatchObject({
      code: 1,
      data: { conversation: elsewhere, seq: 1 },
    })
  })

  it('chatwoot#14071: a picture and a sound at once begin one conversation with two messages', async () => {
    const member = await site.member()
    const send = async (name: string, bytes: Buffer) => {
      const conversation = await site.service(member)
      const { data: file } = await site.upload(member, conversation, name, bytes)
      return site.send(member, conversation, '', { file: file.code })
    }
    const sound = Buffer.concat([Buffer.from('494433040000000000000000fffb9064', 'hex'), Buffer.alloc(256)])
    const answers = await Promise.all([send('photo.png', pixel), send('voice.mp3', sound)])
    expect(answers).toMatchObject([{ code: 1 }, { code: 1 }])
    const [conversation, ...others] = await site.rows('chat_conversation', { user_id: member })
    expect(others).toEqual([])
    expect((await site.messages(member, Number(conversation?.['id']))).map(({ seq, kind }) => [seq, kind])).toEqual(
      expect.arrayContaining([
        [expect.any(Number), 'image'],
        [expect.any(Number), 'file'],
      ]),
    )
    expect(await numbers(Number(conversation?.['id']))).toEqual([1, 2])
  })

  it('C4 chatwoot PR 7690 element#25893 #2284: unread is counted from the rows, for each viewer', async () => {
    const [left, right] = [await site.member(), await site.member()]
    const conversation = await site.private(left, right)
    expect(await site.private(right, left)).toBe(conversation)
    await site.send(left, conversation, 'one')
    await site.send(left, conversation, 'two')
    expect([await site.unread(right, conversation), await site.unread(left, conversation)]).toEqual([2, 0])
    expect((await site.call(right, 'chat.Index/count')).data).toEqual({ count: 2 })
    const read = (member: number, seq: number, more = {}) =>
      site.call(member, 'chat.Index/read', { conversation, seq, ...more })
    await read(right, 2)
    expect(await site.unread(right, conversation)).toBe(0)
    // A second device that is behind changes nothing; marking as unread does.
    await read(right, 1)
    expect(await site.unread(right, conversation)).toBe(0)
    await read(right, 1, { unread: true })
    expect(await site.unread(right, conversation)).toBe(1)
    // A recall as the last entry is none of the messages.
    await site.send(left, conversation, 'three')
    await site.call(left, 'chat.Index/recall', { conversation, seq: 3 })
    expect(await site.unread(right, conversation)).toBe(1)
    await read(right, 4)
    expect(await site.unread(right, conversation)).toBe(0)
    await read(right, 9_999_999)
    expect((await site.rows('chat_participant', { user_id: right }))[0]).toMatchObject({ read_seq: 4 })
    expect((await site.call(left, `chat.Index/state?conversation=${conversation}`)).data).toMatchObject({
      othersRead: 4,
      type: 'private',
    })
    // After an own message, marking as unread goes back to the last one of the other.
    await site.send(right, conversation, 'four')
    await read(right, 4, { unread: true })
    expect(await site.unread(right, conversation)).toBe(1)
  })

  it('C7 T12 Signal-Desktop#7795: a recalled text is in no row, list, quote, search, export or file', async () => {
    const [left, right] = [await site.member('recaller'), await site.member()]
    const conversation = await site.private(left, right)
    const secret = 'quicksilver4711'
    await site.send(left, conversation, secret)
    await site.send(right, conversation, 'What?', { reply: 1 })
    const messages = await site.messages(right, conversation)
    expect(messages[1]?.reply).toMatchObject({ seq: 1, text: secret, recalled: false })
    const { data: file } = await site.upload(left, conversation, 'plan.png', pixel)
    await site.send(left, conversation, '', { file: file.code })
    const picture = (await site.messages(right, conversation))[2]
    expect(picture).toMatchObject({ kind: 'image', file: { name: 'plan.png', isImage: true } })
    const opened = () => site.app.running.app.inject({ url: String(picture?.file?.address) })
    expect((await opened()).statusCode).toBe(200)
    expect(await site.call(right, 'chat.Index/recall', { conversation, seq: 1 })).toMatchObject({ code: 0 })
    for (const seq of [1, 3, 1])
      expect(await site.call(left, 'chat.Index/recall', { conversation, seq })).toMatchObject({ code: 1 })
    expect((await opened()).statusCode).toBe(404)
    const after = await site.messages(right, conversation)
    expect(after[0]).toMatchObject({ recalled: true, text: '' })
    expect(after[1]?.reply).toMatchObject({ seq: 1, text: '', recalled: true })
    expect(after.slice(3)).toMatchObject([
      { kind: 'recall', target: 1 },
      { kind: 'recall', target: 3 },
    ])
    const paths = [
      'chat.Index/list',
      `chat.Index/search?conversation=${conversation}&text=quicksilver`,
      `chat.Index/messages?conversation=${conversation}`,
      `Live/topic?topic=chat:${conversation}&after=0`,
      'Interaction/messageList',
      `Interaction/dialog?userId=${left}`,
    ]
    for (const path of paths) {
      const reply = await site.call(right, path)
      expect([path, reply.code]).toEqual([path, 1])
      expect(JSON.stringify(reply.data)).not.toContain(secret)
    }
    for (const path of ['chat.Message/index?quickSearch=quicksilver', 'chat.Message/export', 'chat.Conversation/index'])
      expect((await site.app.get(site.root, path)).text).not.toContain(secret)
    for (const table of ['chat_message', 'chat_conversation', 'admin_log', 'notice', 'attachment', 'job'])
      expect(JSON.stringify(await site.rows(table, {}))).not.toContain(secret)
    // After two minutes it is too late.
    await site.send(left, conversation, 'late')
    await site.app.database.write((trx) =>
      trx
        .updateTable('chat_message')
        .set({ create_time: nowSeconds() - 121 })
        .where('conversation_id', '=', conversation)
        .where('seq', '=', 6)
        .execute(),
    )
    expect(await site.call(left, 'chat.Index/recall', { conversation, seq: 6 })).toMatchObject({
      code: 0,
      msg: 'Messages can be recalled for 2 minutes.',
    })
  })

  it('C8 T12: groups are read from joining to leaving, also through quotes and the topic', async () => {
    const [owner, early, late, stranger] = [
      await site.member('owner'),
      await site.member('early'),
      await site.member('late'),
      await site.member('stranger'),
    ]
    const created = await site.call(owner, 'chat.Index/createGroup', { title: 'Club', usernames: ['early'] })
    const conversation = Number(created.data['conversation'])
    await site.send(owner, conversation, 'before')
    const group = (member: number, change: object) =>
      site.call(member, 'chat.Index/changeGroup', { conversation, ...change })
    expect(await group(early, { add: 'late' })).toMatchObject({
      code: 0,
      msg: 'Only the owner of the group may do this.',
    })
    expect(await group(owner, { add: 'late' })).toMatchObject({ code: 1 })
    await site.send(owner, conversation, 'during', { reply: 2 })
    expect(await group(late, { leave: true })).toMatchObject({ code: 1 })
    await site.send(owner, conversation, 'after')
    const texts = async (member: number) =>
      (await site.messages(member, conversation)).map(({ text, event, reply }) => [event ?? text, reply?.text ?? null])
    expect(await texts(late)).toEqual([
      ['joined', null],
      ['during', null],
      ['left', null],
    ])
    expect((await texts(early)).map(([text]) => text)).toEqual([
      'created',
      'before',
      'joined',
      'during',
      'left',
      'after',
    ])
    expect((await texts(early))[3]).toEqual(['during', 'before'])
    for (const member of [late, stranger]) {
      expect(await site.call(member, `Live/topic?topic=chat:${conversation}&after=0`)).toMatchObject({ code: 0 })
      expect(await site.send(member, conversation, 'psst')).toMatchObject({ code: 0 })
    }
    const hidden = await site.call(late, `chat.Index/search?conversation=${conversation}&text=e`)
    expect(JSON.stringify(hidden.data)).not.toMatch(/before|after/)
    for (const path of ['state', 'messages', 'search?text=a&x=1'].map((path) =>
      path.replace('?', `?conversation=${conversation}&`),
    ))
      expect(
        (
          await site.call(
            stranger,
            `chat.Index/${path.includes('?') ? path.replace('&x=1', '') : `${path}?conversation=${conversation}`}`,
          )
        ).code,
      ).toBe(0)
    expect(await site.unread(late, conversation)).toBe(1)
    // The owner leaves: the group goes on with the next one.
    expect(await group(owner, { leave: true })).toMatchObject({ code: 1 })
    expect(await group(early, { title: 'New club' })).toMatchObject({ code: 1 })
  })

  it('T12 T35: checks blocks, rates and words when a message is stored; files belong to one message', async () => {
    const [left, right, other] = [await site.member(), await site.member(), await site.member()]
    const conversation = await site.private(left, right)
    await site.call(right, 'chat.Index/change', { conversation, blocked: true })
    expect(await site.send(left, conversation, 'hi')).toMatchObject({
      code: 0,
      msg: 'This member does not take messages from you.',
    })
    expect(await site.send(right, conversation, 'hi')).toMatchObject({ code: 0 })
    await site.call(right, 'chat.Index/change', { conversation, blocked: false })
    await site.set({ filtered_words: 'casino\n?lottery' })
    expect(await site.send(left, conversation, 'CASINO today')).toMatchObject({
      code: 0,
      data: { errors: { text: expect.stringContaining('does not allow') } },
    })
    await site.set({ filtered_words: '' })
    expect(await site.send(left, conversation, ' ')).toMatchObject({
      code: 0,
      data: { errors: { text: 'Write something, or attach a file.' } },
    })
    expect(await site.send(left, conversation, 'x'.repeat(4001))).toMatchObject({ code: 0 })
    expect(await site.send(left, conversation, 'x', { reply: 99 })).toMatchObject({ code: 0 })
    const { data: file } = await site.upload(left, conversation, 'a.png', pixel)
    expect(await site.upload(other, conversation, 'a.png', pixel)).toMatchObject({ code: 0 })
    expect(await site.upload(left, conversation, 'a.html', Buffer.from('<script>'))).toMatchObject({ code: 0 })
    // A file of the other side, one that was sent, and one that is not there yet.
    expect(await site.send(right, conversation, '', { file: file.code })).toMatchObject({ code: 0 })
    expect(await site.send(left, conversation, '', { file: file.code })).toMatchObject({ code: 1 })
    expect(await site.send(left, conversation, '', { file: file.code })).toMatchObject({ code: 0 })
    await site.set({ chat_messages_per_minute: '3' })
    const quick = await Promise.all(
      Array.from({ length: 6 }, (_, index) => site.send(right, conversation, `q${index}`)),
    )
    expect(quick.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(3)
    expect(quick.some(({ msg }) => /You are writing too fast/.test(msg))).toBe(true)
    await site.set({ chat_messages_per_minute: '30' })
    await site.set({ chat_private: '0' })
    expect(await site.call(other, 'chat.Index/open', { member: left })).toMatchObject({ code: 0 })
    await site.set({ chat_private: '1' })
    expect(await site.call(other, 'chat.Index/open', { member: other })).toMatchObject({ code: 0 })
    expect(await site.call(other, 'chat.Index/open', { member: 987_654 })).toMatchObject({
      code: 0,
      msg: 'This member does not exist.',
    })
  })

  it('C5 C6 Rocket.Chat#22206 PR 19352: one agent takes a conversation, and none more than the limit', async () => {
    const agents = await Promise.all(['anna', 'ben', 'cleo'].map((name) => site.agent(name)))
    const member = await site.member()
    const conversation = await site.service(member)
    await site.send(member, conversation, 'help')
    const refusals = await settle(agents.map((admin) => takeConversation(site.scope, admin, conversation)))
    expect(refusals.length).toBe(2)
    expect(refusals[0]).toMatch(/^(anna|ben|cleo) has taken this conversation\.$/)
    const events = (await site.rows('chat_message', { conversation_id: conversation })).filter(
      ({ event }) => event === 'taken',
    )
    expect(events.length).toBe(1)
    const row = await conversationRow(conversation)
    const winner = (await site.app.row('chat_agent', Number(row['agent_id'])))!
    const others = agents.filter((admin) => admin !== winner['admin_id'])
    expect(await settle([answer(others[0]!, conversation, 'me too')])).toEqual([
      `${String(winner['name'])} has this conversation. Take it over to reply.`,
    ])
    const busy = await site.agent('busy')
    await noteSeen(site.scope, [busy])
    await site.app.database.write((trx) =>
      trx.updateTable('chat_agent').set({ max_load: 3 }).where('admin_id', '=', busy).execute(),
    )
    const waiting = []
    for (let count = 0; count < 10; count++) {
      const person = await site.member()
      const own = await site.service(person)
      await site.send(person, own, 'hello')
      waiting.push(own)
    }
    const full = await settle(waiting.map((own) => takeConversation(site.scope, busy, own)))
    expect(full.length).toBe(7)
    expect(new Set(full)).toEqual(
      new Set(['You have 3 open conversations, which is your limit. Resolve or hand over one first.']),
    )
    const assigned = await site.rows('chat_conversation', { agent_id: Number((await agentOf(busy))['id']) })
    expect(assigned.length).toBe(3)
    expect(await site.findings()).toEqual([])
  })

  it('chatwoot#7204: resolves, snoozes and reopens; what an absent agent had goes to the queue', async () => {
    const admin = await site.agent('dora')
    const member = await site.member()
    const conversation = await site.service(member)
    await site.send(member, conversation, 'hello')
    await noteSeen(site.scope, [admin])
    await answer(admin, conversation, 'Good morning')
    const agent = (await agentOf(admin))['id']
    expect(await conversationRow(conversation)).toMatchObject({
      agent_id: agent,
      status: 1,
      waiting_time: null,
      last_side: 2,
    })
    await resolveConversation(site.scope, admin, conversation)
    expect(await conversationRow(conversation)).toMatchObject({ status: 3, open_user_id: null })
    await site.send(member, conversation, 'one more thing')
    expect(await conversationRow(conversation)).toMatchObject({ status: 1, agent_id: agent, last_side: 1 })
    await snoozeConversation(site.scope, admin, conversation, nowSeconds() + 3600)
    await setAvailable(site.scope, admin, false)
    await site.send(member, conversation, 'are you there?')
    expect(await conversationRow(conversation)).toMatchObject({ status: 1, agent_id: null, snooze_time: null })
    expect(Number((await conversationRow(conversation))['waiting_time'])).toBeGreaterThan(0)
    await resolveConversation(site.scope, admin, conversation)
    await reopenConversation(site.scope, admin, conversation)
    await awaitCustomer(site.scope, admin, conversation)
    const next = await site.agent('emil')
    await noteSeen(site.scope, [next])
    await handOver(site.scope, admin, conversation, {
      agent: Number((await agentOf(next))['id']),
      note: 'speaks French',
    })
    const visible = await site.messages(member, conversation)
    expect(JSON.stringify(visible)).not.toMatch(/French|snoozed|handed|pending/)
    expect(visible.map(({ event, text }) => event ?? text)).toEqual([
      'hello',
      'Good morning',
      'resolved',
      'one more thing',
      'are you there?',
      'resolved',
      'reopened',
    ])
    // Notes are not unread, and cannot be found or quoted by the member.
    await sendMessage(site.scope, staffParty(next), { conversation, client: client(), text: 'likes tea', isNote: true })
    const last = (await numbers(conversation)).at(-1)!
    expect(await site.send(member, conversation, 'x', { reply: last })).toMatchObject({ code: 0 })
    const search = await site.call(member, `chat.Index/search?conversation=${conversation}&text=tea`)
    expect(search.data['messages']).toEqual([])
    expect(await site.unread(member, conversation)).toBe(1)
    expect(await site.findings()).toEqual([])
  })

  it('keeps office hours', () => {
    // Monday, 30 November 2026, 01:30 UTC = 09:30 in Shanghai.
    const monday = Date.UTC(2026, 10, 30, 1, 30) / 1000
    const zone = 'Asia/Shanghai'
    expect(
      ['', '1-5 09:00-18:00', '1 9:00-9:30', '2-7 00:00-24:00', '6-7 09:00-18:00,1 09:30-10:00', 'whenever'].map(
        (hours) => isWithin(hours, monday, zone),
      ),
    ).toEqual([true, true, false, false, true, true])
  })

  it('mattermost#30388: goes on when the counter of the topic was lost', async () => {
    const member = await site.member()
    const conversation = await site.service(member)
    await site.send(member, conversation, 'one')
    await site.app.database.write((trx) => trx.deleteFrom('topic').where('name', '=', `chat:${conversation}`).execute())
    expect(await site.send(member, conversation, 'two')).toMatchObject({ code: 1, data: { seq: 2 } })
    expect((await site.call(member, `Live/topic?topic=chat:${conversation}&after=1`)).data).toMatchObject({
      head: 2,
      entries: [{ seq: 2 }],
    })
  })

  it('answers the calls of older clients from the same conversations', async () => {
    const [left, right] = [await site.member('lee'), await site.member('ray')]
    const message = await site.call<{ id: number }>(left, 'Interaction/sendMessage', {
      recipient_id: right,
      content: 'Hi Ray',
    })
    expect(message).toMatchObject({ code: 1, data: { id: expect.any(Number) } })
    expect((await site.call(right, 'Interaction/count')).data).toEqual({ count: 1 })
    expect((await site.call(right, 'Interaction/messageList')).data).toMatchObject({
      total: 1,
      list: [{ user_id: left, nickname: 'lee', content: 'Hi Ray', status: 'unread', unread: 1 }],
    })
    expect((await site.call(right, `Interaction/dialog?userId=${left}`)).data).toMatchObject({
      userInfo: { id: left, nickname: 'lee' },
      list: [{ id: message.data.id, user_id: left, recipient_id: right, content: 'Hi Ray', status: 'unread' }],
    })
    await site.call(right, 'Interaction/markRead', { userId: left })
    expect((await site.call(right, 'Interaction/count')).data).toEqual({ count: 0 })
    expect((await site.call(left, `Interaction/dialog?userId=${right}`)).data).toMatchObject({
      list: [{ status: 'read' }],
    })
    const stranger = await site.member()
    expect(await site.call(stranger, 'Interaction/delMessage', { id: message.data.id })).toMatchObject({ code: 0 })
    await site.call(right, 'Interaction/delMessage', { id: message.data.id })
    expect((await site.call(right, `Interaction/dialog?userId=${left}`)).data).toMatchObject({ list: [] })
    expect((await site.call(left, `Interaction/dialog?userId=${right}`)).data).toMatchObject({
      list: [{ content: 'Hi Ray' }],
    })
    await site.call(left, 'Interaction/delMessage', { id: message.data.id })
    expect(JSON.stringify(await site.rows('chat_message', { id: message.data.id }))).not.toContain('Hi Ray')
    await site.call(right, 'Interaction/sendMessage', { recipient_id: left, content: 'Bye' })
    await site.call(left, 'Interaction/delMessage', { userId: right })
    expect((await site.call(left, 'Interaction/messageList')).data).toMatchObject({ list: [] })
    expect(await site.findings()).toEqual([])
  })

  it('empties what a deleted member wrote', async () => {
    const [left, right] = [await site.member('gone'), await site.member()]
    const conversation = await site.private(left, right)
    const desk = await site.service(left)
    await site.send(left, conversation, 'my address is Elm Street')
    await site.send(right, conversation, 'noted')
    await site.send(left, desk, 'Elm Street again')
    const { data: file } = await site.upload(left, desk, 'id.png', pixel)
    await site.send(left, desk, '', { file: file.code })
    const before = await site.app.get(site.root, `user.User/consequences?id=${left}`)
    expect(before.text).toContain('messages lose their text')
    expect(await site.app.post(site.root, 'user.User/erase', { id: left, reason: 'asked' })).toMatchObject({ code: 1 })
    for (const table of ['chat_message', 'chat_conversation', 'chat_participant', 'chat_file', 'attachment'])
      expect(JSON.stringify(await site.rows(table, {}))).not.toMatch(/Elm Street|gone|id\.png/)
    expect((await site.messages(right, conversation)).map(({ text, name }) => [text, name])).toEqual([
      ['', ''],
      ['noted', expect.any(String)],
    ])
    expect(await site.send(right, conversation, 'hello?')).toMatchObject({ code: 0 })
    expect(await site.findings()).toEqual([])
  })
})
