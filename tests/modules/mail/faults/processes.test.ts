/**
 * Mail between whole servers and an SMTP server: a server that is killed between the content and the record of its
 * delivery, and two servers that work on one queue. What a killed server left behind is found after the lease of its
 * job and the pause before its second attempt, two minutes later.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logOptions } from '#generated/mail/options.ts'
import { engines } from '../../../support/databases.ts'
import { serve, type Running } from '../../../support/running.ts'
import { startSmtpServer, type TestSmtpServer } from '../smtp-server.ts'

interface Mail {
  readonly id: number
  readonly recipient: string
  readonly status: number
  readonly attempts: number
  readonly message_id: string
}

const { status } = logOptions

// A killed server's mail is looked at again after two minutes: in `npm run test:faults`.
const isFull = process.env['TABLEWRIGHT_TEST_MAIL'] === '1'

describe.runIf(isFull).each(engines)('mail of whole servers on $name', (engine) => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tablewright-mail-'))
  let place: Awaited<ReturnType<typeof engine.place>>
  let smtp: TestSmtpServer
  let server: Running
  let template = 0
  const start = (built: boolean) =>
    serve({
      dataFolder,
      built,
      demo: false,
      ...(engine.name === 'postgresql' && { databaseUrl: place.url }),
      env: { TABLEWRIGHT_AUTO_APPLY: '1' },
    })
  beforeAll(async () => {
    place = await engine.place()
    smtp = await startSmtpServer()
    server = await start(false)
    const settings = { mail_host: '127.0.0.1', mail_port: smtp.port, mail_security: 'none', mail_sender: 'a@b.test' }
    expect(await server.api('/admin/routine.Config/edit', settings)).toMatchObject({ code: 1 })
    const { data } = await server.api<{ list: { id: number }[] }>(
      '/admin/mail.Template/index?search[0][field]=code&search[0][operator]=eq&search[0][val]=mail_test',
    )
    template = data.list[0]!.id
  }, 300_000)
  afterAll(async () => {
    await server?.stop()
    await smtp?.close()
    await place?.remove()
    rmSync(dataFolder, { recursive: true, force: true })
  })
  beforeEach(() => {
    smtp.behave({})
    smtp.received.length = 0
  })

  const send = async (to: string, through = server): Promise<void> => {
    const answer = await through.api('/admin/mail.Template/sendTest', { id: template, recipient: to })
    expect(answer, answer.msg).toMatchObject({ code: 1 })
  }
  const mails = async (): Promise<readonly Mail[]> =>
    (await server.api<{ list: Mail[] }>('/admin/mail.Log/index?limit=100')).data.list
  const mailTo = async (to: string): Promise<Mail | undefined> =>
    (await mails()).find(({ recipient }) => recipient === to)

  it('is of unknown delivery after a kill before its record, and is sent again on demand only', async () => {
    const to = 'killed@example.com'
    let arrived = 0
    smtp.behave({
      onContent: () => {
        arrived += 1
        // All of the content is here, and the answer will find nobody.
        void server.kill()
        return null
      },
    })
    await send(to)
    await expect.poll(() => arrived, { timeout: 30_000 }).toBe(1)
    await server.kill()
    server = await start(true)
    expect(await mailTo(to)).toMatchObject({ status: status.sending, attempts: 1 })
    const { message_id: messageId } = (await mailTo(to))!
    await expect.poll(async () => (await mailTo(to))?.status, { timeout: 240_000, interval: 500 }).toBe(status.unknown)
    // Several looks at the queue later nothing has been sent.
    await new Promise((resolve) => setTimeout(resolve, 5000))
    expect(await mailTo(to)).toMatchObject({ status: status.unknown, attempts: 1, message_id: messageId })
    expect(smtp.received).toHaveLength(1)
    smtp.behave({})
    const { id } = (await mailTo(to))!
    expect(await server.api('/admin/mail.Log/resend', { id })).toMatchObject({ code: 1 })
    await expect.poll(async () => (await mailTo(to))?.status, { timeout: 30_000 }).toBe(status.sent)
    expect(smtp.received.map(({ content }) => content.includes(messageId))).toEqual([true, true])
  }, 400_000)

  it('is sent once by one of two servers on one database', async () => {
    const other = await start(true)
    try {
      const addresses = Array.from({ length: 40 }, (_, at) => `n${at}@example.com`)
      await Promise.all(addresses.map((to, at) => send(to, at % 2 === 0 ? server : other)))
      await expect
        .poll(
          async () => (await mails()).filter(({ recipient }) => recipient.startsWith('n')).map((one) => one.status),
          {
            timeout: 120_000,
          },
        )
        .toEqual(addresses.map(() => status.sent))
      expect(smtp.received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted())
      for (const { attempts, recipient } of await mails()) if (recipient.startsWith('n')) expect(attempts).toBe(1)
    } finally {
      await other.stop()
    }
  }, 300_000)
})
