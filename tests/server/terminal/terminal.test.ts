/** The terminal on the server: who may run what, how output travels, and what ends a command. */
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSession } from '../../../runtime/server/identity/session/sessions.ts'
import { createToken } from '../../../runtime/server/identity/session/tokens.ts'
import { openEventStream, streamLimits } from '../../../runtime/server/ops/terminal/event-stream.ts'
import { createOutput } from '../../../runtime/server/ops/terminal/output.ts'
import { runCommand } from '../../../runtime/server/ops/terminal/run-command.ts'
import { runTask, taskStatus } from '../../support/client-code.ts'
import { oneEngine } from '../../support/databases.ts'
import { useShiftedClock } from '../../support/shifted-clock.ts'
import { isAlive, openTerminalApp, type TerminalApp } from './terminal-client.ts'

const waitForever = 'setInterval(() => {}, 1000)'
const scripts = {
  check: `process.stdout.write('first\\n\\u001b[32mgreen\\u001b[39m ünï 数\\r\\n')
process.stderr.write('second\\n')`,
  generate: `process.exitCode = 3`,
  plan: `console.log(JSON.stringify(process.env), process.argv.slice(2).join(' '))`,
  apply: `import { spawn } from 'node:child_process'
const child = spawn(process.execPath, ['-e', ${JSON.stringify(waitForever)}], { stdio: 'ignore' })
console.log('child ' + child.pid)
process.on('SIGTERM', () => {})
${waitForever}`,
  prepare: `process.stdout.write('Proceed? (Y/n) ')
${waitForever}`,
  test: `const line = 'x'.repeat(65536) + '\\n'
for (;;) if (!process.stdout.write(line)) await new Promise((next) => process.stdout.once('drain', next))`,
}
/** What is sent of pieces that arrive one after the other. */
function plainOutput(...pieces: readonly string[]): readonly string[] {
  const sent: string[] = []
  vi.useFakeTimers()
  try {
    const output = createOutput((text) => void sent.push(text), true)
    for (const piece of pieces) {
      output.add(piece)
      vi.runAllTimers()
    }
    output.flush()
  } finally {
    vi.useRealTimers()
  }
  return sent
}

const done = ['command-exec-success', 'command-exec-completed']

describe.each(oneEngine)('the terminal on $name', (engine) => {
  const skipTime = useShiftedClock()
  let app: TerminalApp
  let viewer: number
  let second: number
  beforeAll(async () => {
    app = await openTerminalApp(engine, scripts, {
      limits: { killTimeoutMs: 100, sessionCheckMs: 50, maxOutput: 200_000 },
      environment: { TABLEWRIGHT_ADMIN_PASSWORD: 'canary-password', NPM_TOKEN: 'canary-token', LANG: 'C.UTF-8' },
    })
    viewer = await app.account('viewer', [await app.group('viewers', ['shop/brand/index'])])
    second = await app.account('second', [await app.group('all', '*')])
  })
  afterAll(() => app?.dispose())
  beforeEach(() => void app.spawned.splice(0))

  const lastEntry = () =>
    app.database.query.selectFrom('admin_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const setting = (name: string, value: unknown) => app.post(1, 'routine.Config/edit', { [name]: value })

  it('sends the messages in their order, each with what the client sent, and logs the run', async () => {
    const batoken = await app.ticket(1, 'tablewright.check', 't-1')
    const stream = await app.open({ command: 'tablewright.check', uuid: 't-1', extend: 'more', batoken })
    const texts = await stream.rest()
    expect(texts.slice(0, 2)).toEqual(['command-link-success', '> tablewright check'])
    expect(texts.slice(-3)).toEqual(['exitCode: 0', ...done])
    const output = texts.slice(2, -3).join('')
    // Our client renders colors itself.
    expect(output).toContain('first\n\u001b[32mgreen\u001b[39m ünï 数\r\n')
    expect(output).toContain('second\n')
    for (const message of stream.messages)
      expect(message).toMatchObject({ uuid: 't-1', extend: 'more', key: 'tablewright.check' })
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/event-stream') as string,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await expect.poll(async () => String((await lastEntry())['data'])).toContain('"code":0')
    const entry = await lastEntry()
    expect(entry).toMatchObject({
      admin_id: 1,
      username: 'admin',
      title: expect.stringContaining('Terminal') as string,
    })
    expect(JSON.stringify(entry)).not.toContain(batoken)
    expect(JSON.parse(String(entry['data']))).toMatchObject({ command: 'tablewright.check', batoken: '***' })
  })

  it('reports another exit code as a failure', async () => {
    expect((await app.run(1, 'tablewright.generate')).slice(-3)).toEqual([
      'exitCode: 3',
      'command-exec-error',
      'command-exec-completed',
    ])
  })

  it('T63: gives commands a clean environment, and the database to those that need it', async () => {
    const text = (await app.run(1, 'tablewright.plan')).join('')
    const environment = JSON.parse(/\{.*\}/.exec(text)![0]) as Record<string, string>
    expect(text).not.toContain('canary')
    expect(Object.keys(environment).sort()).toEqual([
      'CI',
      'DATABASE_URL',
      'FORCE_COLOR',
      'HOME',
      'LANG',
      'PATH',
      'PORT',
      'TABLEWRIGHT_DATA',
    ])
    expect(environment['PORT']).toBe('8000')
    // In the language of the request.
    expect(text).toContain(`plan --root ${app.folder} --lang en\n`)
  })

  it('T63: starts no process for unknown keys, strangers, members and other administrators', async () => {
    const keys = [
      '',
      'constructor',
      '__proto__',
      'toString',
      'version',
      'version.npm; id',
      '$(id)',
      'npm -v',
      'version.NPM',
    ]
    for (const command of keys) {
      await expect(app.ticket(1, command)).rejects.toThrow('Unknown command')
      expect((await app.post(viewer, 'ajax/terminalTicket', { command, uuid: 't' })).code).toBe(401)
    }
    await setting('compat_query_token', true)
    const token = await app.token(1)
    for (const command of keys) {
      const texts = await (await app.open({ command, uuid: 't', batoken: token })).rest()
      expect(texts).toEqual([expect.stringMatching(/^Error: Unknown command/), 'command-exec-error'])
    }
    expect(await (await app.open({ command: 'nothing', batoken: await app.token(viewer) })).rest()).toEqual([
      'Error: Only super administrators can use the terminal.',
      'command-exec-error',
    ])
    const member = await app.database.write(async (trx) => {
      const sessionId = await openSession(trx, 7, { ip: '', device: '', rotates: false }, true, 'user')
      return createToken(trx, { accountId: 7, type: 'user', life: 600, sessionId })
    })
    for (const batoken of ['', 'x', member, 'A'.repeat(43), `${token}' or 1`]) {
      const texts = await (await app.open({ command: 'version.node', batoken })).rest()
      expect(texts).toEqual([expect.stringMatching(/^Error: The terminal could not check/), 'command-exec-error'])
    }
    await setting('compat_query_token', false)
    expect(app.spawned).toHaveLength(0)
  })

  it('T64: a ticket opens its command of its task once, within a minute', async () => {
    const refused = [expect.stringMatching(/^Error: /), 'command-exec-error']
    const command = 'tablewright.check'
    const batoken = await app.ticket(1, command, 'a')
    expect(await (await app.open({ command: 'tablewright.plan', uuid: 'a', batoken })).rest()).toEqual(refused)
    expect(await (await app.open({ command, uuid: 'b', batoken })).rest()).toEqual(refused)
    expect((await (await app.open({ command, uuid: 'a', batoken })).rest()).slice(-2)).toEqual(done)
    expect(await (await app.open({ command, uuid: 'a', batoken })).rest()).toEqual(refused)
    const other = await app.ticket(1, command, 'a')
    const both = await Promise.all(
      [1, 2, 3].map(async () => (await app.open({ command, uuid: 'a', batoken: other })).rest()),
    )
    expect(both.filter((texts) => texts.includes('command-exec-success'))).toHaveLength(1)
    expect(app.spawned).toHaveLength(2)
    // Neither a session token for other calls, nor readable in the database.
    const unused = await app.ticket(1, command, 'a')
    expect((await app.running.send('GET', '/admin/Index/index', { token: unused })).code).toBe(302)
    expect(JSON.stringify(await app.database.query.selectFrom('token').selectAll().execute())).not.toContain(unused)
    skipTime(61_000)
    expect(await (await app.open({ command, uuid: 'a', batoken: unused })).rest()).toEqual([
      'Error: Your session has expired. Sign in again.',
      'command-exec-error',
    ])
    expect(app.spawned).toHaveLength(2)
  })

  it('T64: takes a session token in the address only while the setting allows it, in both dialects', async () => {
    const command = 'tablewright.check'
    const batoken = await app.token(1)
    const open = async (path?: string) => (await app.open({ command, uuid: 't', batoken, server: '1' }, path)).rest()
    expect(await open()).toEqual([expect.stringMatching(/^Error: The terminal could not check/), 'command-exec-error'])
    await setting('compat_query_token', true)
    const texts = await open()
    // Those clients show output as it is.
    expect(texts.join('')).toContain('green ünï 数\n')
    expect(texts.slice(-3)).toEqual(['exitCode: 0', ...done])
    expect((await open('/admin/Terminal/index')).slice(-3)).toEqual(['exitcode: 0', ...done])
    await setting('compat_query_token', false)
  })

  it.each([
    { dialect: 'D1', path: '/admin/Terminal/index', exit: 'exitcode' },
    { dialect: 'D2', path: '/admin/ajax/terminal', exit: 'exitCode' },
  ])('answers clients of BuildAdmin ($dialect) as they read it', async ({ path, exit }) => {
    await setting('compat_query_token', true)
    const batoken = await app.token(1)
    const origin = 'http://localhost:1818'
    const open = async (command: string, uuid: string, token = batoken) => {
      // They do not encode what they put into the address, and send no headers of their own.
      const query = `command=${command}&uuid=${uuid}&extend=module-install:demo&batoken=${token}&server=1`
      const answer = await fetch(`${app.address}${path}?${query}`, { headers: { accept: 'text/event-stream', origin } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^text\/event-stream/),
      ])
      expect(answer.headers.get('x-accel-buffering')).toBe('no')
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      const body = await answer.text()
      for (const [, json] of body.matchAll(/^data: (.*)$/gm))
        expect(Object.keys(JSON.parse(json ?? '') as object).sort()).toEqual(['data', 'extend', 'key', 'uuid'])
      return { body, ...runTask(uuid, body) }
    }
    const good = await open('tablewright.check', 't-1')
    expect(good.status).toBe(taskStatus.success)
    expect(good.output[0]).toBe('> tablewright check')
    expect(good.output.at(-1)).toBe(`${exit}: 0`)
    expect(good.output.join('')).toContain('green ünï 数\n')
    expect(good.body).not.toContain('\\u001b')
    expect(good.body).toContain('"extend":"module-install:demo"')
    // The last message of every command that was started, whichever way it ended.
    expect(good.body.trimEnd()).toMatch(/"command-exec-completed"[^\n]*$/)
    const bad = await open('tablewright.generate', 't-2')
    expect([bad.status, bad.output.at(-1)]).toEqual([taskStatus.failed, `${exit}: 3`])
    expect(bad.body.trimEnd()).toMatch(/"command-exec-completed"[^\n]*$/)
    expect(runTask('another', good.body).output).toEqual([])
    expect((await open('version.node', 't-3')).output).toContain(`${process.version}\n`)
    // Theirs that mean one of ours.
    expect((await open('web-build.pnpm', 't-4')).output[0]).toMatch(/^> tablewright prepare/)
    // Refusals are streams that end without that last message.
    for (const [command, token] of [
      ['migrate.breakpoint', batoken],
      ['version.node', 'expired'],
      ['version.node', await app.token(viewer)],
    ] as const) {
      const refused = await open(command, 't-5', token)
      expect([refused.status, refused.output]).toEqual([taskStatus.failed, [expect.stringMatching(/^Error: /)]])
      expect(refused.body).not.toContain('command-exec-completed')
    }
    expect(await app.post(1, 'ajax/changeTerminalConfig', { manager: 'npm' })).toMatchObject({ code: 1 })
    expect(await app.post(1, 'ajax/changeTerminalConfig', { manager: 'pnpm', port: '8000' })).toMatchObject({ code: 1 })
    expect(await app.post(1, 'ajax/changeTerminalConfig', { manager: 'rm' })).toMatchObject({ code: 0 })
    await setting('compat_query_token', false)
  })

  it('T63: ends the command with its group when the client goes, and lets the next one run', async () => {
    const command = 'tablewright.apply'
    const stream = await app.open({ command, uuid: 't', batoken: await app.ticket(1, command, 't') })
    await stream.until(/child \d+/)
    const child = Number(/child (\d+)/.exec(stream.messages.map(({ data }) => data).join(''))![1])
    const [process_] = app.spawned
    stream.abort()
    if (process_!.exitCode === null && process_!.signalCode === null) await once(process_!, 'exit')
    await expect.poll(() => isAlive(child)).toBe(false)
    expect((await app.run(1, 'tablewright.check')).slice(-2)).toEqual(done)
  })

  it('T63: runs one command at a time; two administrators see their own output only', async () => {
    const command = 'tablewright.apply'
    const first = await app.open({ command, uuid: 'one', batoken: await app.ticket(1, command, 'one') })
    await first.until('child')
    const other = await app.open({
      command: 'tablewright.check',
      uuid: 'two',
      batoken: await app.ticket(second, 'tablewright.check', 'two'),
    })
    await other.until('Another command is running')
    expect(app.spawned).toHaveLength(1)
    first.abort()
    const texts = await other.rest()
    expect(texts.slice(0, 3)).toEqual([
      'Another command is running. This one starts when it has finished.',
      'command-link-success',
      '> tablewright check',
    ])
    expect(other.messages.every(({ uuid }) => uuid === 'two')).toBe(true)
    expect(texts.join('')).not.toContain('child')
  })

  it('T63: ends a command that asks a question, or writes too much', async () => {
    expect((await app.run(1, 'tablewright.build')).slice(-2)).toEqual([
      expect.stringContaining('because it asked a question') as string,
      'command-exec-error',
    ])
    const texts = await app.run(1, 'tablewright.test')
    expect(texts.slice(-3)).toEqual([
      expect.stringContaining('because it wrote more than') as string,
      'command-exec-error',
      'command-exec-completed',
    ])
    expect(texts.join('').length).toBeLessThan(210_000)
    expect((await app.run(1, 'version.cnpm')).slice(-2)).toEqual([
      expect.stringContaining('cnpm was not found on the server') as string,
      'command-exec-error',
    ])
  })

  it('T33: ends the command when its session ends, or its account is no super administrator any more', async () => {
    const command = 'tablewright.apply'
    for (const end of [
      () => app.database.write((trx) => trx.deleteFrom('session').where('admin_id', '=', second).execute()),
      () => app.database.write((trx) => trx.updateTable('admin').set({ status: 0 }).where('id', '=', second).execute()),
    ]) {
      app.forget(second)
      const stream = await app.open({ command, uuid: 't', batoken: await app.ticket(second, command, 't') })
      await stream.until('child')
      await end()
      expect((await stream.rest()).slice(-2)).toEqual([
        expect.stringContaining('because the session ended') as string,
        'command-exec-error',
      ])
    }
    await app.database.write((trx) => trx.updateTable('admin').set({ status: 1 }).where('id', '=', second).execute())
    app.forget(second)
  })

  it('T65: an account has at most five open streams', async () => {
    const command = 'tablewright.apply'
    const tickets = await Promise.all(Array.from({ length: 6 }, () => app.ticket(second, command, 't')))
    const streams = []
    for (const batoken of tickets) streams.push(await app.open({ command, uuid: 't', batoken }))
    expect(await streams[5]!.rest()).toEqual([expect.stringMatching(/^Error: Too many/), 'command-exec-error'])
    streams.forEach((stream) => stream.abort())
    await expect.poll(async () => (await app.run(second, 'tablewright.check')).slice(-2)).toEqual(done)
  })

  it('T65: lets a client go that reads so slowly that more than its share waits, and ends its command', () => {
    const stream = openEventStream({ heartbeatMs: 60_000, maxBuffered: 1000 })
    for (let sent = 0; sent < 1000 && !stream.signal.aborted; sent += 1) stream.send('x'.repeat(90))
    expect(stream.signal.aborted).toBe(true)
    expect(stream.body.destroyed).toBe(true)
    stream.send('ignored')
    stream.end()
    expect(stream.body.readableLength).toBeLessThan(1200)
  })

  it('removes control sequences wherever they are cut, for clients that show plain text', () => {
    expect(plainOutput('a\u001b', '[31mred\u001b[3', '9m\r', '\nb\rc\u001b]0;title\u0007')).toEqual([
      'a',
      'red',
      '\n',
      'b\nc',
    ])
    expect(plainOutput('last\r')).toEqual(['last', '\n'])
    expect(plainOutput('one\ntwo', ' more\n')).toEqual(['one\n', 'two', ' more\n'])
  })

  it('T63: ends a command at its time limit', async () => {
    const command = { file: process.execPath, args: ['-e', waitForever], line: 'wait', environment: {}, isOurs: false }
    const limits = { maxRunMs: 20, killTimeoutMs: 100, maxOutput: 1 }
    const signal = new AbortController().signal
    const run = { command, folder: app.folder, withColors: false, limits, signal, onOutput: () => {} }
    expect(await runCommand(run)).toEqual({ reason: 'time' })
    expect(await runCommand({ ...run, signal: AbortSignal.abort() })).toEqual({ reason: 'canceled' })
  })

  it('T65: sends a sign of life while nothing else is sent', () => {
    vi.useFakeTimers()
    try {
      const stream = openEventStream(streamLimits)
      vi.advanceTimersByTime(45_000)
      expect(String(stream.body.read())).toBe(': \n\n'.repeat(3))
      stream.end()
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('saves the package manager and the port for super administrators, from a list', async () => {
    expect((await app.post(viewer, 'ajax/changeTerminalConfig', { manager: 'npm' })).code).toBe(401)
    for (const body of [{}, { manager: 'bun' }, { manager: 'npm', port: 0 }, { manager: 'npm', port: '80; id' }])
      expect(await app.post(1, 'ajax/changeTerminalConfig', body)).toMatchObject({
        code: 0,
        data: { reason: 'invalid' },
      })
    const terminal = async () => (await app.get<{ terminal: object }>(1, 'Index/index')).data.terminal
    expect(await terminal()).toEqual({
      phpDevelopmentServer: false,
      installServicePort: '8000',
      npmPackageManager: 'pnpm',
    })
    expect((await app.post(1, 'ajax/changeTerminalConfig', { manager: 'yarn', port: '8100' })).code).toBe(1)
    expect(await terminal()).toMatchObject({ installServicePort: '8100', npmPackageManager: 'yarn' })
    expect((await app.post(1, 'ajax/changeTerminalConfig', { manager: 'npm' })).code).toBe(1)
    expect(await terminal()).toMatchObject({ installServicePort: '8100', npmPackageManager: 'npm' })
  })

  it('ends running commands when the server stops', async () => {
    const command = 'tablewright.apply'
    const stream = await app.open({ command, uuid: 't', batoken: await app.ticket(1, command, 't') })
    await stream.until('child')
    const stopped = app.running.app.close()
    await stream.rest()
    // Connections that the test's client opened in advance would be waited for.
    app.running.app.server.closeAllConnections()
    await stopped
    expect(app.spawned[0]!.exitCode ?? app.spawned[0]!.signalCode).not.toBeNull()
  })
})
