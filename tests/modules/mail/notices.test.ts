/** Notices that administrators chose to receive by mail as well. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listPath, publishNotice, type NoticeKind, type Scope } from 'tablewright/server'
import { mail } from '#generated/mail/index.ts'
import { mailServer } from '../../../runtime/modules/mail/server/index.ts'
import { startJobRunner, type JobRunner } from '../../../runtime/server/operation/jobs/runner.ts'
import { createNoticeMailJob } from '../../../runtime/server/identity/notifications/mail/job.ts'
import { openMessageApp, until, type MessageApp } from '../../server/messages/message-app.ts'
import { moduleEngines } from '../../support/databases.ts'
import { partOf } from '../../support/part-of.ts'

const failed: NoticeKind = {
  name: 'mail/failed',
  label: { 'zh-cn': '邮件失败', en: 'Failed mail' },
  path: listPath('mail/log', { search: [{ field: 'status', operator: 'eq', val: '2' }] }),
  nodes: ['mail/log/index'],
}
const personal: NoticeKind = { ...failed, name: 'mail/personal', path: '/admin/mail/template', nodes: [] }

describe.each(moduleEngines)('notices by mail on $name', (engine) => {
  let messages: MessageApp
  const runners: JobRunner[] = []
  const ids: Record<string, number> = {}
  beforeAll(async () => {
    messages = await openMessageApp(engine, mail, { ...mailServer, notices: [failed, personal] }, 'mail_log')
    const { app } = messages
    const reader = await app.group('reader', ['mail/log/index'])
    const account = async (name: string, groups: readonly number[], more: object = {}) => {
      ids[name] = await app.account(name, groups, { email: `${name}@example.com`, ...more })
      await choose(name, [failed.name, personal.name], name === 'chinese' ? 'zh-cn' : 'en')
    }
    await account('english', [reader])
    await account('chinese', [reader])
    await account('silent', [reader])
    await choose('silent', [personal.name])
    await account('homeless', [reader], { email: '' })
    await account('broken', [reader], { email: 'a@example.com, b@example.com' })
    await account('disabled', [reader])
    await account('former', [reader])
    await app.account('indifferent', [reader], { email: 'indifferent@example.com' })
  })
  afterAll(async () => {
    await stop()
    await messages.dispose()
  })
  beforeEach(async () => {
    await stop()
    await messages.clear()
    await messages.configure({
      mail_host: '127.0.0.1',
      mail_sender: 'shop@example.com',
      site_url: 'https://shop.example',
    })
  })

  const run = (): void => {
    const scope = async () =>
      partOf<Scope>({
        database: messages.app.database,
        language: 'en',
        settings: await messages.settings(),
        mailer: mailServer.mailer,
      })
    const jobs = [createNoticeMailJob([failed, personal])]
    runners.push(startJobRunner({ jobs, scope, onError: () => undefined, intervalMs: 5 }, messages.app.database))
  }
  const stop = async () => void (await Promise.all(runners.splice(0).map((runner) => runner.stop())))
  const choose = (name: string, kinds: readonly string[], language = 'en') =>
    messages.app.database.write((trx) =>
      trx
        .insertInto('notice_mail')
        .values({ admin_id: ids[name], kinds: JSON.stringify(kinds), language, version: 1 })
        .onConflict((on) => on.column('admin_id').doUpdateSet({ kinds: JSON.stringify(kinds), language }))
        .execute(),
    )
  const publish = (text: string, more: { kind?: NoticeKind; to?: { admins: readonly number[] } } = {}) =>
    publishNotice(messages.app.database, {
      kind: failed,
      title: { 'zh-cn': `${text}（中）`, en: text },
      content: { 'zh-cn': '内容', en: 'Content' },
      ...more,
    })
  const ended = () =>
    until(async () => {
      const jobs = await messages.app.database.query.selectFrom('job').select(['name', 'state']).execute()
      expect(jobs.filter(({ name, state }) => name === 'system/mailNotice' && state !== 30)).toEqual([])
    })
  const mails = () => messages.app.database.query.selectFrom('mail_log').selectAll().orderBy('id').execute()
  const recipients = async () => (await mails()).map(({ recipient }) => recipient).toSorted()
  const describeOwn = async (name: string, language = 'en') =>
    (await messages.app.get<Record<string, unknown>>(ids[name]!, 'routine.AdminInfo/noticeMail', language)).data
  const save = (name: string, payload: object) =>
    messages.app.post(ids[name]!, 'routine.AdminInfo/saveNoticeMail', payload)

  it('reach those who want them and may see what they are about, once, with a link, in their language', async () => {
    const { database, group } = messages.app
    await publish('Two failed')
    // What counts is who may know of it when it is sent.
    await database.write(async (trx) => {
      await trx.updateTable('admin').set({ status: 0 }).where('id', '=', ids['disabled']!).execute()
    })
    const nothing = await group('nothing', [])
    await database.write((trx) =>
      trx
        .updateTable('admin')
        .set({ group_arr: JSON.stringify([nothing]) })
        .where('id', '=', ids['former']!)
        .execute(),
    )
    for (let process = 0; process < 2; process += 1) run()
    await ended()
    expect(await recipients()).toEqual(['chinese@example.com', 'english@example.com'])
    const [english, chinese] = (await mails()).toSorted((one) => (one['recipient'] === 'english@example.com' ? -1 : 1))
    expect(english).toMatchObject({ event: 'admin_notice', subject: 'Tablewright: Two failed' })
    expect(chinese).toMatchObject({ subject: 'Tablewright：Two failed（中）' })
    const link = 'https://shop.example/#/admin/mail/log?search%5B0%5D%5Bfield%5D=status&'
    expect(english!['text']).toContain(`Open: ${link}`)
    expect(chinese!['text']).toContain(`内容\n\n查看：${link}`)
    expect(chinese!['text']).toContain('“邮件失败”')
  })

  it('are sent once for each of many notices, whichever process runs the job', async () => {
    for (let process = 0; process < 2; process += 1) run()
    await Promise.all(Array.from({ length: 8 }, (_, at) => publish(`Number ${at}`)))
    await ended()
    const own = (await mails()).filter(({ recipient }) => recipient === 'english@example.com')
    expect(own.map(({ subject }) => subject).toSorted()).toEqual(
      Array.from({ length: 8 }, (_, at) => `Tablewright: Number ${at}`),
    )
  })

  it('need no right where the notice names its receivers, and are not queued where nobody wants them', async () => {
    await publish('Yours', { kind: personal, to: { admins: [ids['former']!, ids['english']!] } })
    await choose('former', [])
    await publish('Unwanted', { kind: personal, to: { admins: [ids['former']!] } })
    expect(await messages.jobStates()).toHaveLength(1)
    run()
    await ended()
    expect(await recipients()).toEqual(['english@example.com'])
  })

  it('are chosen by each administrator, among those they receive', async () => {
    expect(await describeOwn('silent')).toMatchObject({
      mailer: 'on',
      has_address: 1,
      has_links: 1,
      language: 'en',
      kinds: [
        { name: 'system/ownAccount', label: 'Security of my account', mail: 0 },
        { name: 'mail/failed', label: 'Failed mail', mail: 0 },
        { name: 'mail/personal', mail: 1 },
      ],
    })
    expect(await save('silent', { kinds: ['mail/failed'], language: 'zh-cn' })).toMatchObject({ code: 1 })
    const saved = await describeOwn('silent', 'zh-cn')
    expect(saved).toMatchObject({
      language: 'zh-cn',
      kinds: [{ mail: 0 }, { label: '邮件失败', mail: 1 }, { mail: 0 }],
    })
    for (const wrong of [{ kinds: ['no/such'] }, { kinds: 'mail/failed' }, { language: 'fr' }])
      expect((await save('silent', { kinds: [], language: 'en', ...wrong })).data, JSON.stringify(wrong)).toMatchObject(
        { reason: 'bad_query' },
      )
    // Without the right the kind is not offered, and what was chosen before stays.
    await choose('former', ['mail/failed'])
    const kinds = (await describeOwn('former'))['kinds'] as { name: string }[]
    expect(kinds.map(({ name }) => name)).toEqual(['system/ownAccount', 'mail/personal'])
    expect((await save('former', { kinds: ['mail/failed'], language: 'en' })).data).toMatchObject({
      reason: 'bad_query',
    })
    expect(await save('former', { kinds: ['mail/personal'], language: 'en' })).toMatchObject({ code: 1 })
    const row = await messages.app.database.query
      .selectFrom('notice_mail')
      .select('kinds')
      .where('admin_id', '=', ids['former']!)
      .executeTakeFirst()
    expect(JSON.parse(String(row?.['kinds']))).toEqual(['mail/failed', 'mail/personal'])
  })

  it('say when nothing arrives: without an address, a mail server or the address of the site', async () => {
    expect(await describeOwn('homeless')).toMatchObject({ has_address: 0 })
    expect(await describeOwn('broken')).toMatchObject({ has_address: 0 })
    await messages.configure({ mail_host: '', site_url: '' })
    expect(await describeOwn('english')).toMatchObject({ mailer: 'stored', has_links: 0 })
  })
})
