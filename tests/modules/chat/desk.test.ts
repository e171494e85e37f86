/** The service desk over HTTP: its rights, its queue, files of agents, the audit and reminders. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds } from 'tablewright/server'
import { remindAgents } from '../../../runtime/modules/chat/server/notices.ts'
import { moveConversations } from '../../../runtime/modules/chat/server/jobs.ts'
import type { AnyJob } from 'tablewright/server'
import { moduleEngines } from '../../support/databases.ts'
import { form } from '../../support/multipart.ts'
import { client, openChat, pixel, type ChatSite } from './chat-site.ts'

const agentNodes = ['chat/desk/index', 'chat/desk/reply']

describe.each(moduleEngines)('the service desk on $name', (engine) => {
  let site: ChatSite
  let anna = 0
  let ben = 0
  let lead = 0
  let stranger = 0
  beforeAll(async () => {
    site = await openChat(engine)
    const { app } = site
    const agents = await app.group('agents', agentNodes)
    anna = await app.account('anna', [agents])
    ben = await app.account('ben', [agents])
    lead = await app.account('lead', [await app.group('leads', [...agentNodes, 'chat/desk/assign'])])
    stranger = await app.account('stranger', [await app.group('strangers', ['chat/cannedReply/index'])])
  })
  afterAll(() => site?.dispose())

  const post = (admin: number, action: string, body: object) => site.app.post(admin, `chat.Desk/${action}`, body)
  const queue = async (admin: number, view: string) =>
    (
      await site.app.get<{
        list: { id: number; agent: string | null; unread: number; name: string }[]
        counts: object
      }>(admin, `chat.Desk/queue?view=${view}`)
    ).data
  const run = (job: AnyJob) => site.run(job)

  it('T12 T20: is open to those with its rights, and to conversations of the desk only', async () => {
    const member = await site.member('kim')
    const other = await site.member('lou')
    const conversation = await site.service(member)
    const secret = await site.private(member, other)
    await site.send(member, conversation, 'hello')
    await site.send(member, secret, 'between us')
    for (const path of [
      'queue?view=all',
      `state?conversation=${conversation}`,
      `messages?conversation=${conversation}`,
    ]) {
      expect([path, (await site.app.get(stranger, `chat.Desk/${path}`)).code]).toEqual([path, 401])
      expect([path, (await site.app.get(anna, `chat.Desk/${path}`)).code]).toEqual([path, 1])
    }
    expect((await post(stranger, 'send', { conversation, client: client(), text: 'x' })).code).toBe(401)
    expect((await post(anna, 'assign', { conversation, action: 'take' })).code).toBe(401)
    for (const path of [`state?conversation=${secret}`, `messages?conversation=${secret}`])
      expect(await site.app.get(root(), `chat.Desk/${path}`)).toMatchObject({ code: 0, data: { reason: 'not_found' } })
    expect((await post(root(), 'act', { conversation: secret, action: 'take' })).code).toBe(0)
    expect((await post(root(), 'send', { conversation: secret, client: client(), text: 'x' })).code).toBe(0)
    expect(JSON.stringify(await queue(root(), 'all'))).not.toContain('between us')
    // A member hears of their own list only, and nothing of the desk.
    for (const topic of [`chatInbox:${other}`, 'chatDesk:all', `chat:${conversation}`])
      expect([topic, (await site.call(other, `Live/topic?topic=${topic}&after=0`)).code]).toEqual([
        topic,
        topic === `chatInbox:${other}` ? 1 : 0,
      ])
    expect((await site.call(member, `Live/topic?topic=chatInbox:${other}&after=0`)).code).toBe(0)
  })
  const root = () => site.root

  it('T12 T85: shows who waits, takes with an answer, and hands over with a note for the staff', async () => {
    const member = await site.member('max')
    const conversation = await site.service(member)
    await site.send(member, conversation, 'the parcel is lost')
    const line = (await queue(anna, 'queue')).list.find(({ id }) => id === conversation)
    expect(line).toMatchObject({ name: 'max', agent: null, unread: 1 })
    const own = client()
    for (const _attempt of [1, 2])
      expect(await post(anna, 'send', { conversation, client: own, text: 'I am looking' })).toMatchObject({ code: 1 })
    expect((await queue(anna, 'mine')).list.map(({ id }) => id)).toContain(conversation)
    expect(await post(ben, 'send', { conversation, client: client(), text: 'me, too' })).toMatchObject({
      code: 0,
      msg: 'anna has this conversation. Take it over to reply.',
    })
    // Nor does anybody else resolve it, put it off or give it away without the right to.
    for (const action of ['take', 'resolve', 'pending', 'queue', 'hand', 'snooze']) {
      const change = { conversation, action, agent: 1, until: nowSeconds() + 60 }
      expect([action, await post(ben, 'act', change)]).toMatchObject([
        action,
        { code: 0, msg: 'anna has taken this conversation.' },
      ])
    }
    await post(anna, 'read', { conversation, seq: 3 })
    expect((await queue(anna, 'mine')).list.find(({ id }) => id === conversation)?.unread).toBe(0)
    await post(lead, 'presence', {})
    const { data } = await site.app.get<{ agents: { id: number; name: string }[] }>(anna, 'chat.Desk/queue?view=mine')
    const target = data.agents.find(({ name }) => name === 'lead')!.id
    expect(await post(anna, 'act', { conversation, action: 'hand' })).toMatchObject({ code: 0 })
    expect(
      await post(anna, 'act', { conversation, action: 'hand', agent: target, note: 'angry customer' }),
    ).toMatchObject({ code: 1 })
    expect((await queue(lead, 'mine')).list.map(({ id }) => id)).toContain(conversation)
    const notes = await site.app.get(lead, `chat.Desk/messages?conversation=${conversation}`)
    expect(notes.text).toContain('angry customer')
    expect(JSON.stringify(await site.messages(member, conversation))).not.toContain('angry customer')
    const topic = await site.call(member, `Live/topic?topic=chat:${conversation}&after=0`)
    expect(JSON.stringify(topic.data)).not.toContain('angry customer')
    expect(await site.app.get(lead, `chat.Desk/state?conversation=${conversation}`)).toMatchObject({
      code: 1,
      data: {
        name: 'max',
        isMine: true,
        agentName: 'lead',
        status: 'open',
        cards: [[{ label: 'Service conversations', value: '1' }]],
      },
    })
    expect((await site.app.get(root(), `chat.Desk/state?conversation=${conversation}`)).text).toContain(
      'Service conversations',
    )
    // No log has a text.
    const log = JSON.stringify(await site.rows('admin_log', {}))
    expect(log).not.toMatch(/I am looking|angry customer/)
  })

  it('sends files of agents, which members of the conversation open', async () => {
    const member = await site.member()
    const conversation = await site.service(member)
    await site.send(member, conversation, 'a receipt?')
    const { payload, headers } = form([{ file: 'receipt.png', bytes: pixel }])
    const upload = async (admin: number) =>
      (
        await site.app.running.app.inject({
          method: 'POST',
          url: `/admin/chat.Desk/upload?conversation=${conversation}`,
          payload,
          headers: { ...headers, batoken: await site.app.token(admin), 'think-lang': 'en' },
        })
      ).json() as { code: number; data: { code: string } }
    expect((await upload(stranger)).code).toBe(401)
    const { data } = await upload(anna)
    expect(await post(anna, 'send', { conversation, client: client(), text: '', file: data.code })).toMatchObject({
      code: 1,
    })
    const [, message] = await site.messages(member, conversation)
    expect(message).toMatchObject({ kind: 'image', file: { name: 'receipt.png' } })
    expect((await site.app.running.app.inject({ url: String(message?.file?.address) })).statusCode).toBe(200)
  })

  it('T13: lets those who audit read any conversation with what was recalled, and notes it', async () => {
    const [left, right] = [await site.member(), await site.member()]
    const conversation = await site.private(left, right)
    await site.send(left, conversation, 'an insult')
    await site.call(left, 'chat.Index/recall', { conversation, seq: 1 })
    expect((await site.app.post(anna, 'chat.Conversation/audit', { id: conversation })).code).toBe(401)
    const answer = await site.app.post(root(), 'chat.Conversation/audit', { id: conversation })
    expect(answer).toMatchObject({
      code: 1,
      data: {
        messages: [{ seq: 1, text: '', recalled: true, original: 'an insult' }, { event: 'recall' }],
        more: false,
      },
    })
    const log = await site.rows('admin_log', {})
    expect(log.some(({ title }) => String(title).includes('Audit conversations'))).toBe(true)
    expect(JSON.stringify(log)).not.toContain('an insult')
  })

  it('wakes and resolves by time, and reminds agents once of what is unread, without saying what', async () => {
    const member = await site.member()
    const conversation = await site.service(member)
    await site.send(member, conversation, 'anybody there?')
    const change = (values: object) =>
      site.app.database.write((trx) =>
        trx.updateTable('chat_conversation').set(values).where('id', '=', conversation).execute(),
      )
    await change({ waiting_time: nowSeconds() - 700 })
    await site.app.database.write((trx) => trx.deleteFrom('notice').execute())
    await run(remindAgents)
    const first = await site.rows('notice', {})
    expect(first.length).toBeGreaterThan(0)
    expect(JSON.stringify(first)).not.toContain('anybody')
    expect(first[0]).toMatchObject({ kind: 'chat/unread', path: '/admin/chat/desk' })
    await run(remindAgents)
    expect((await site.rows('notice', {})).length).toBe(first.length)
    await post(anna, 'act', { conversation, action: 'snooze', until: nowSeconds() + 60 })
    await change({ snooze_time: nowSeconds() - 1 })
    expect((await queue(anna, 'all')).list.map(({ id }) => id)).toContain(conversation)
    await run(moveConversations)
    expect((await site.rows('chat_conversation', { id: conversation }))[0]).toMatchObject({
      status: 1,
      snooze_time: null,
    })
    await change({ last_time: nowSeconds() - 73 * 3600 })
    await run(moveConversations)
    // The member spoke last: it stays open.
    expect((await site.rows('chat_conversation', { id: conversation }))[0]).toMatchObject({ status: 1 })
    await post(anna, 'send', { conversation, client: client(), text: 'here' })
    await change({ last_time: nowSeconds() - 73 * 3600 })
    await run(moveConversations)
    expect((await site.rows('chat_conversation', { id: conversation }))[0]).toMatchObject({ status: 3 })
    expect(await site.findings()).toEqual([])
  })
})
