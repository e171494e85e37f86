/** Limits of a site: the load of agents, office hours, words, retention, and mail about unread messages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds } from 'tablewright/server'
import { chat } from '#generated/chat/index.ts'
import { mail } from '#generated/mail/index.ts'
import { member } from '#generated/member/index.ts'
import { system } from '#generated/system/index.ts'
import {
  awaitCustomer,
  reopenConversation,
  resolveConversation,
  snoozeConversation,
  takeConversation,
} from '../../../runtime/modules/chat/server/desk/actions.ts'
import { noteSeen } from '../../../runtime/modules/chat/server/desk/presence.ts'
import { remindMembers } from '../../../runtime/modules/chat/server/digest.ts'
import { chatServer } from '../../../runtime/modules/chat/server/index.ts'
import { cleanUp, moveConversations } from '../../../runtime/modules/chat/server/jobs.ts'
import { staffParty } from '../../../runtime/modules/chat/server/party.ts'
import { sendMessage } from '../../../runtime/modules/chat/server/store/send.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { memberServer } from '../../../runtime/modules/member/server/index.ts'
import { endRetention, moduleEngines } from '../../support/databases.ts'
import { client, openChat, pixel, type ChatSite } from './chat-site.ts'

const day = 86_400

describe.each(moduleEngines)('limits of conversations on $name', (engine) => {
  let site: ChatSite
  beforeAll(async () => {
    site = await openChat(engine, { servers: [chatServer, mailServer, memberServer] }, [chat, mail, member, system])
  })
  afterAll(() => site?.dispose())

  const conversationRow = async (id: number) => (await site.app.row('chat_conversation', id))!
  const change = (table: string, id: number, values: object) =>
    site.app.database.write((trx) => trx.updateTable(table).set(values).where('id', '=', id).execute())
  const age = (conversation: number, seconds: number) =>
    site.app.database.write((trx) =>
      trx
        .updateTable('chat_message')
        .set({ create_time: nowSeconds() - seconds })
        .where('conversation_id', '=', conversation)
        .execute(),
    )
  /** A conversation that waits in the queue. */
  const waiting = async () => {
    const member = await site.member()
    const id = await site.service(member)
    await site.send(member, id, 'hello')
    return { member, id }
  }
  const agentOf = async (admin: number) => (await site.rows('chat_agent', { admin_id: admin }))[0]!
  /** A present agent with a load limit. */
  const present = async (name: string, limit: number) => {
    const admin = await site.agent(name)
    await noteSeen(site.scope, [admin])
    const agent = Number((await agentOf(admin))['id'])
    await change('chat_agent', agent, { max_load: limit })
    return { admin, agent }
  }

  it('PR 19352: conversations that are opened again do not exceed the load limit', async () => {
    const { admin, agent } = await present('full', 2)
    const first = await Promise.all([waiting(), waiting()])
    for (const { id } of first) await takeConversation(site.scope, admin, id)
    await resolveConversation(site.scope, admin, first[0].id)
    await snoozeConversation(site.scope, admin, first[1].id, nowSeconds() + 3600)
    const second = await Promise.all([waiting(), waiting()])
    for (const { id } of second) await takeConversation(site.scope, admin, id)
    await expect(reopenConversation(site.scope, admin, first[0].id)).rejects.toThrow()
    // Both members write at once: there is no room for either.
    await Promise.all(first.map(({ member, id }) => site.send(member, id, 'one more thing')))
    for (const { id } of first) expect(await conversationRow(id)).toMatchObject({ status: 1, agent_id: null })
    await resolveConversation(site.scope, admin, second[0].id)
    await resolveConversation(site.scope, admin, second[1].id)
    await Promise.all(second.map(({ member, id }) => site.send(member, id, 'again')))
    expect((await site.rows('chat_conversation', { agent_id: agent, status: 1 })).length).toBe(2)
    // A snooze that ends does not either.
    await snoozeConversation(site.scope, admin, second[0].id, nowSeconds() + 60)
    await takeConversation(site.scope, admin, first[0].id)
    await change('chat_conversation', second[0].id, { snooze_time: nowSeconds() - 1 })
    await site.run(moveConversations)
    expect(await conversationRow(second[0].id)).toMatchObject({ status: 1, agent_id: null })
    expect(await site.findings()).toEqual([])
  })

  it('undoes resolving: who waited for an answer waits again, and an answer leaves a waiting customer', async () => {
    const { admin } = await present('undo', 9)
    const { id } = await waiting()
    await takeConversation(site.scope, admin, id)
    const { waiting_time: since } = await conversationRow(id)
    await resolveConversation(site.scope, admin, id)
    await reopenConversation(site.scope, admin, id)
    expect(await conversationRow(id)).toMatchObject({ status: 1, waiting_time: since, resolve_time: null })
    await awaitCustomer(site.scope, admin, id)
    await sendMessage(site.scope, staffParty(admin), {
      conversation: id,
      client: client(),
      text: 'and a photo, please',
    })
    expect(await conversationRow(id)).toMatchObject({ status: 2, waiting_time: null })
    // Only open conversations are resolved by time.
    await change('chat_conversation', id, { last_time: nowSeconds() - 90 * day })
    await site.run(moveConversations)
    expect(await conversationRow(id)).toMatchObject({ status: 2 })
  })

  it('outside of office hours nobody is there, and members are told when', async () => {
    const { admin, agent } = await present('early bird', 9)
    const { member, id } = await waiting()
    await takeConversation(site.scope, admin, id)
    const state = async () => (await site.call(member, `chat.Index/state?conversation=${id}`)).data
    expect(await state()).toMatchObject({ available: true })
    const today = new Date(Date.now() + 8 * 3600 * 1000).getUTCDay() || 7
    const hours = `${(today % 7) + 1} 00:00-00:01`
    await site.set({ chat_office_hours: hours })
    expect(await state()).toMatchObject({ available: false, officeHours: hours })
    await site.send(member, id, 'nobody there?')
    expect(await conversationRow(id)).toMatchObject({ status: 1, agent_id: null })
    const desk = await site.app.get(admin, 'chat.Desk/queue?view=all')
    expect(desk.data).toMatchObject({ office: false, me: { id: agent, available: false, takes: true } })
    for (const text of ['whenever', '1-5 9-18', '8 09:00-18:00', '1 25:00-26:00'])
      expect(await site.app.post(site.root, 'routine.Config/edit', { chat_office_hours: text })).toMatchObject({
        code: 0,
        data: { errors: { chat_office_hours: expect.stringContaining('Enter days and times') } },
      })
    await site.set({ chat_office_hours: '' })
  })

  it('refuses words, and marks what somebody should look at', async () => {
    const { member, id } = await waiting()
    await site.set({ filtered_words: 'casino\n?lottery' })
    expect(await site.send(member, id, 'CASINO night')).toMatchObject({ code: 0 })
    expect(await site.send(member, id, 'I won the lottery')).toMatchObject({ code: 1 })
    await site.set({ filtered_words: '' })
    const rows = await site.rows('chat_message', { conversation_id: id })
    expect(rows.map(({ content, flagged }) => [content, flagged])).toEqual([
      ['hello', 0],
      ['I won the lottery', 1],
    ])
  })

  it('removes old messages with their files, and the originals of recalled ones, and numbers go on', async () => {
    const { member, id } = await waiting()
    const { data: file } = await site.upload(member, id, 'old.png', pixel)
    await site.send(member, id, '', { file: file.code })
    const [, picture] = await site.messages(member, id)
    const opened = async () => (await site.app.running.app.inject({ url: String(picture?.file?.address) })).statusCode
    expect(await opened()).toBe(200)
    await age(id, 40 * day)
    await site.send(member, id, 'a slip')
    await site.call(member, 'chat.Index/recall', { conversation: id, seq: 3 })
    const { data: unused } = await site.upload(member, id, 'unused.png', pixel)
    const settings = { ...site.scope.settings, own: { ...site.scope.settings.own, chat_retention_days: 30 } }
    const scope = { ...site.scope, settings }
    await site.run(cleanUp, scope)
    // A clock that jumps ahead removes nothing: see the guard of the retention.
    expect((await site.messages(member, id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    await endRetention(site.app.database)
    const recalled = (await site.rows('chat_message', { conversation_id: id, seq: 3 }))[0]!
    expect(recalled['sealed']).not.toBeNull()
    await change('chat_message', Number(recalled['id']), { recall_time: nowSeconds() - 31 * day })
    const [upload] = await site.rows('chat_file', { code: unused.code })
    await change('chat_file', Number(upload?.['id']), { create_time: nowSeconds() - 2 * day })
    await site.run(cleanUp, scope)
    expect((await site.messages(member, id)).map(({ seq }) => seq)).toEqual([3, 4])
    expect((await site.rows('chat_message', { conversation_id: id, seq: 3 }))[0]).toMatchObject({ sealed: null })
    expect(await site.rows('chat_file', { conversation_id: id })).toEqual([])
    expect(await opened()).toBe(404)
    expect(await site.send(member, id, 'next')).toMatchObject({ code: 1, data: { seq: 5 } })
    expect(await site.findings()).toEqual([])
  })

  it('reminds members by mail of what they have not read for a day, once a day, without saying what', async () => {
    const [reader, other] = [await site.member('digest'), await site.member()]
    await change('user', reader, { email: 'digest@example.com' })
    const conversation = await site.private(reader, other)
    await site.send(other, conversation, 'between us')
    await site.send(other, conversation, 'a second one')
    const own = { ...site.scope.settings.own, mail_host: '127.0.0.1', mail_sender: 'desk@example.com' }
    const scope = { ...site.scope, settings: { ...site.scope.settings, siteUrl: 'https://desk.example', own } }
    const mails = async () =>
      (await site.rows('mail_log', {})).filter(({ recipient }) => recipient === 'digest@example.com')
    await site.run(remindMembers, scope)
    expect(await mails()).toEqual([])
    await age(conversation, 25 * 3600)
    // Recalled, muted and own messages count for nobody.
    await site.call(other, 'chat.Index/recall', { conversation, seq: 2 })
    await site.call(reader, 'chat.Index/change', { conversation, muted: true })
    await site.run(remindMembers, scope)
    expect(await mails()).toEqual([])
    await site.call(reader, 'chat.Index/change', { conversation, muted: false })
    await site.run(remindMembers, scope)
    const [mail] = await mails()
    expect(JSON.stringify(mail)).toContain('https://desk.example/#/user/chat/list')
    expect(JSON.stringify(mail)).not.toMatch(/between us|second one/)
    await site.send(other, conversation, 'still there?')
    await age(conversation, 26 * 3600)
    await site.run(remindMembers, scope)
    expect((await mails()).length).toBe(1)
    // The next day there is something new; what a mail has told already is not told again.
    const remind = (ago: number) =>
      site.app.database.write((trx) =>
        trx
          .updateTable('chat_participant')
          .set({ remind_time: nowSeconds() - ago })
          .where('user_id', '=', reader)
          .execute(),
      )
    await remind(2 * day)
    await site.run(remindMembers, scope)
    expect((await mails()).length).toBe(2)
    await remind(day + 60)
    await age(conversation, 3 * day)
    await site.run(remindMembers, scope)
    expect((await mails()).length).toBe(2)
  })

  it('T34 T35 T52: counts usernames, new conversations and megabytes of a member', async () => {
    const [member, other] = [await site.member(), await site.member()]
    const tries = []
    for (let count = 0; count < 21; count++)
      tries.push((await site.call(member, 'chat.Index/open', { username: `nobody${count}` })).msg)
    expect(tries.filter((msg) => msg === 'This member does not exist.').length).toBe(20)
    await site.set({ chat_people_per_hour: '1' })
    const [first, second] = [await site.member(), await site.member()]
    const conversation = await site.private(other, first)
    expect(await site.call(other, 'chat.Index/open', { member: second })).toMatchObject({
      code: 0,
      msg: expect.stringContaining('You have started many conversations'),
    })
    expect(await site.call(other, 'chat.Index/createGroup', { title: 'x', usernames: [] })).toMatchObject({ code: 0 })
    await site.set({ chat_people_per_hour: '20', chat_upload_mb: '1' })
    const [small, large] = [Buffer.alloc(700 * 1024, 'a'), Buffer.alloc(1100 * 1024, 'a')]
    expect(await site.upload(other, conversation, 'large.txt', large)).toMatchObject({ code: 0 })
    // The file with which the limit is reached is the last one.
    for (const _file of [1, 2])
      expect(await site.upload(other, conversation, 'small.txt', small)).toMatchObject({ code: 1 })
    expect(await site.upload(other, conversation, 'small.txt', small)).toMatchObject({
      code: 0,
      msg: expect.stringContaining('You have uploaded much'),
    })
    await site.set({ chat_upload_mb: '50' })
  })

  it('mentions members of a group, who see it in their list until they have read it', async () => {
    const [owner, mia, stranger] = [await site.member('host'), await site.member('mia'), await site.member('outsider')]
    const created = await site.call(owner, 'chat.Index/createGroup', { title: 'Tea', usernames: ['mia'] })
    const conversation = Number(created.data['conversation'])
    const isMentioned = async (member: number) => {
      const { data } = await site.call<{ list: { id: number; mentioned: boolean }[] }>(member, 'chat.Index/list')
      return data.list.find(({ id }) => id === conversation)?.mentioned
    }
    await site.send(owner, conversation, 'Hello @mia', { mentions: [mia, stranger] })
    expect((await site.messages(mia, conversation)).at(-1)).toMatchObject({ mentions: [mia] })
    expect([await isMentioned(mia), await isMentioned(owner)]).toEqual([true, false])
    await site.call(owner, 'chat.Index/recall', { conversation, seq: 2 })
    expect(await isMentioned(mia)).toBe(false)
    await site.send(owner, conversation, '@mia?', { mentions: [mia] })
    expect(await isMentioned(mia)).toBe(true)
    await site.call(mia, 'chat.Index/read', { conversation, seq: 4 })
    expect(await isMentioned(mia)).toBe(false)
  })
})
