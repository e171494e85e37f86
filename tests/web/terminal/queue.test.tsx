/** The queue of the terminal: the task machine, what blocks, what a reload leaves, and what is stored. */
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'

/** What was asked of the server, and how it answers. */
const asked: { readonly command: string; readonly uuid: string }[] = []
let refusal: Error | null = null
vi.mock('../../../runtime/web/core/api/client.ts', () => ({
  postData: (_path: string, body: { command: string; uuid: string }) => {
    asked.push(body)
    return refusal ? Promise.reject(refusal) : Promise.resolve({ ticket: `ticket-${asked.length}` })
  },
}))

class FakeSource {
  static readonly all: FakeSource[] = []
  readonly url: URL
  isClosed = false
  private readonly listeners = new Map<string, (event: unknown) => void>()
  constructor(url: string) {
    this.url = new URL(url, 'http://localhost')
    FakeSource.all.push(this)
  }
  addEventListener(name: string, listener: (event: unknown) => void): void {
    this.listeners.set(name, listener)
  }
  close(): void {
    this.isClosed = true
  }
  emit(...texts: readonly string[]): void {
    for (const data of texts) this.say({ data, uuid: this.url.searchParams.get('uuid') })
  }
  say(message: object): void {
    this.listeners.get('message')?.({ data: JSON.stringify(message) })
  }
  fail(): void {
    this.listeners.get('error')?.({})
  }
}
vi.stubGlobal('EventSource', FakeSource)

/** The terminal as a freshly loaded page has it. */
async function visit() {
  vi.resetModules()
  FakeSource.all.length = 0
  asked.length = 0
  const queue = await import('../../../runtime/web/ops/terminal/queue.ts')
  const { terminal } = await import('../../../runtime/web/ops/terminal/store.ts')
  const { setToastRenderer } = await import('../../../runtime/web/core/notify.ts')
  const { setLanguage } = await import('../../../runtime/web/core/i18n/language.ts')
  setLanguage('en')
  const notices: string[] = []
  setToastRenderer(({ text }) => void notices.push(text))
  terminal.show = true
  const states = () => terminal.taskList.map(({ status }) => status)
  return { ...queue, terminal, notices, states }
}

const [waiting, connecting, executing, success, failed, unknown] = [0, 1, 2, 3, 4, 5]
/** Lets answers of the server arrive. */
const settle = () => new Promise((resolve) => setTimeout(resolve))
const running = () => FakeSource.all.filter(({ isClosed }) => !isClosed)
const stored = () => JSON.parse(localStorage.getItem('storeTerminal') ?? 'null') as Record<string, unknown>

/** Runs what may run, until nothing runs any more; the command with this key fails. */
async function runAll(failing: string): Promise<void> {
  for (await settle(); running().length > 0; await settle()) {
    expect(running()).toHaveLength(1)
    const [source] = running()
    const isFailing = source!.url.searchParams.get('command') === failing
    source!.emit('command-link-success', `> ${source!.url.searchParams.get('command')}`)
    source!.emit(isFailing ? 'command-exec-error' : 'command-exec-success', 'command-exec-completed')
  }
}

const blockedText = 'Newly added tasks will never start because they are blocked by failed tasks'

beforeEach(() => {
  localStorage.clear()
  refusal = null
})

describe('ten queued commands of which the fifth fails', () => {
  const names = Array.from({ length: 10 }, (_, index) => `c${index + 1}`)

  it('stop at the failed one while it blocks; a retry, or letting them pass, runs the rest', async () => {
    const page = await visit()
    page.terminal.automaticCleanupTask = '0'
    const ids = names.map((command) => page.addTask({ command }))
    await runAll('c5')
    expect(page.states()).toEqual([success, success, success, success, failed, ...Array(5).fill(waiting)])
    expect(page.notices).toEqual([])
    page.closeTerminal()
    expect(page.notices).toEqual([blockedText])
    page.openTerminal()
    page.retryTask(ids[4]!)
    expect(page.terminal.taskList[4]).toMatchObject({ status: connecting, message: [] })
    await runAll('')
    expect(page.states()).toEqual(Array(10).fill(success))
  })

  it('go on without the failed one when it does not block', async () => {
    const page = await visit()
    page.terminal.automaticCleanupTask = '0'
    for (const command of names) page.addTask({ command, blockOnFailure: false })
    await runAll('c5')
    expect(page.states()).toEqual([...Array(4).fill(success), failed, ...Array(5).fill(success)])
    page.closeTerminal()
    expect(page.notices).toEqual([])
  })

  it('leave the running one unknown after a reload, which blocks the rest until it is decided', async () => {
    const page = await visit()
    page.terminal.automaticCleanupTask = '0'
    for (const command of names) page.addTask({ command })
    await settle()
    running()[0]!.emit('command-link-success', 'command-exec-success', 'command-exec-completed')
    await settle()
    running()[0]!.emit('command-link-success')
    window.dispatchEvent(new Event('pagehide'))
    const after = await visit()
    expect(after.states()).toEqual([success, unknown, ...Array(8).fill(waiting)])
    expect(asked).toEqual([])
    after.startNext()
    await settle()
    expect(running()).toEqual([])
    after.setBlocking(after.terminal.taskList[1]!.uuid, false)
    await runAll('')
    expect(after.states()).toEqual([success, unknown, ...Array(8).fill(success)])
  })
})

describe('a task', () => {
  it('opens its stream with a ticket and follows its messages', async () => {
    const page = await visit()
    const uuid = page.addTask({ command: 'tablewright.check', extend: 'more' })
    expect(page.terminal.taskList[0]).toMatchObject({ status: connecting, showMessage: true })
    await settle()
    const [source] = running()
    expect(asked).toEqual([{ command: 'tablewright.check', uuid }])
    expect(Object.fromEntries(source!.url.searchParams)).toEqual({
      command: 'tablewright.check',
      uuid,
      extend: 'more',
      batoken: 'ticket-1',
      lang: 'en',
      server: '1',
    })
    source!.emit('command-link-success')
    expect(page.states()).toEqual([executing])
    source!.say({ data: '> tablewright check', uuid })
    source!.say({ data: 'one\n', uuid, output: true })
    source!.say({ data: 'two', uuid, output: true })
    source!.say({ data: 'of another', uuid: 'unknown' })
    source!.say({ data: 7, uuid })
    source!.emit('command-exec-success')
    expect(page.states()).toEqual([success])
    source!.emit('command-exec-completed')
    expect(page.states()).toEqual([success])
    expect(source!.isClosed).toBe(true)
    expect(page.terminal.taskList[0]!.message).toEqual([
      { text: '> tablewright check', isOutput: false },
      { text: 'one\ntwo', isOutput: true },
    ])
  })

  it('fails with an error, without a success, with a lost stream, and when the server refuses it', async () => {
    const page = await visit()
    const ends: readonly ((source: FakeSource) => void)[] = [
      (source) => source.emit('command-exec-error'),
      (source) => source.emit('command-link-success', 'command-exec-completed'),
      (source) => source.fail(),
      (source) => {
        source.emit('command-link-success', 'command-exec-success')
        source.fail()
      },
    ]
    for (const end of ends) {
      page.addTask({ command: 'x', blockOnFailure: false })
      await settle()
      end(running()[0]!)
      expect(page.states().at(-1)).toBe(failed)
      expect(running()).toEqual([])
    }
    refusal = new Error('Unknown command')
    page.addTask({ command: 'y' })
    await settle()
    expect(page.states().at(-1)).toBe(failed)
    expect(running()).toEqual([])
  })

  it('is removed unless it runs, stopped while it runs, and retried once it has ended', async () => {
    const page = await visit()
    const uuid = page.addTask({ command: 'x' })
    await settle()
    page.removeTask(uuid)
    page.retryTask(uuid)
    expect(page.states()).toEqual([connecting])
    running()[0]!.emit('command-link-success')
    page.removeTask(uuid)
    expect(page.states()).toEqual([executing])
    page.stopTask(uuid)
    expect(FakeSource.all[0]!.isClosed).toBe(true)
    expect(page.states()).toEqual([failed])
    // Stopped before its ticket arrived, and started again: one stream.
    page.retryTask(uuid)
    page.stopTask(uuid)
    page.retryTask(uuid)
    await settle()
    expect(running()).toHaveLength(1)
    page.stopTask(uuid)
    page.removeTask(uuid)
    expect(page.states()).toEqual([])
  })

  it('waits, when it is retried, for the later one that runs', async () => {
    const page = await visit()
    const first = page.addTask({ command: 'a', blockOnFailure: false })
    await runAll('a')
    page.addTask({ command: 'b' })
    page.retryTask(first)
    expect(page.states()).toEqual([waiting, connecting])
    await runAll('')
    expect(page.states()).toEqual([success, success])
  })

  it('removes the successful ones when it is added, unless that is switched off', async () => {
    const page = await visit()
    const isDone = vi.fn()
    page.addTask({ command: 'a', callback: isDone })
    await runAll('')
    expect(isDone.mock.calls).toEqual([[true]])
    page.addTask({ command: 'b' })
    expect(page.terminal.taskList.map(({ command }) => command)).toEqual(['b'])
    await runAll('')
    page.terminal.automaticCleanupTask = '0'
    page.addTask({ command: 'c' })
    expect(page.terminal.taskList.map(({ command }) => command)).toEqual(['b', 'c'])
  })

  it('marks output that nobody has seen, and says at once when it will never start', async () => {
    const page = await visit()
    page.addTask({ command: 'a' })
    await runAll('a')
    page.terminal.show = false
    page.addTask({ command: 'b' })
    expect(page.terminal.showDot).toBe(true)
    expect(page.notices).toEqual([blockedText])
    page.openTerminal()
    expect(page.terminal.showDot).toBe(false)
  })
})

describe('what is stored', () => {
  it('begins with the defaults, and malformed values get theirs', async () => {
    const page = await visit()
    expect(page.terminal).toMatchObject({
      showDot: false,
      taskList: [],
      packageManager: 'pnpm',
      showPackageManagerDialog: false,
      showConfig: false,
      automaticCleanupTask: '1',
      port: '8000',
    })
    localStorage.setItem(
      'storeTerminal',
      JSON.stringify({
        taskList: [null, 3, { uuid: 'x', command: 'c', status: 9 }, { uuid: 'y', command: 'c', status: 2 }],
      }),
    )
    expect((await visit()).states()).toEqual([unknown])
    localStorage.setItem('storeTerminal', '{')
    expect((await visit()).states()).toEqual([])
  })

  it('keeps the latest part of a long output', async () => {
    const page = await visit()
    const uuid = page.addTask({ command: 'a' })
    await settle()
    for (let count = 0; count < 30; count += 1)
      running()[0]!.say({ data: `${'x'.repeat(50_000)}${count}\n`, uuid, output: true })
    expect(page.terminal.taskList[0]!.message[0]!.text).toHaveLength(1_000_000)
    window.dispatchEvent(new Event('pagehide'))
    const [task] = stored()['taskList'] as { message: { text: string }[] }[]
    expect(task!.message[0]!.text).toHaveLength(100_000)
    expect(task!.message[0]!.text.endsWith('29\n')).toBe(true)
  })
})

it('whatever happens in whatever order: one task runs, and none starts behind a failed one that blocks', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('add' as const), blocks: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('link', 'success', 'error', 'completed', 'lost'), at: fc.nat(3) }),
    fc.record({ kind: fc.constantFrom('retry', 'remove', 'stop'), at: fc.nat(5) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      localStorage.clear()
      const page = await visit()
      for (const one of steps) {
        const before = page.terminal.taskList.map((task) => ({ ...task }))
        if ('blocks' in one) page.addTask({ command: 'x', blockOnFailure: one.blocks })
        else if (one.kind === 'lost') running()[0]?.fail()
        else if (['link', 'success', 'error', 'completed'].includes(one.kind))
          running()[0]?.emit(`command-${one.kind === 'link' ? 'link-success' : `exec-${one.kind}`}`)
        else {
          const uuid = page.terminal.taskList[one.at]?.uuid ?? ''
          if (one.kind === 'retry') page.retryTask(uuid)
          else if (one.kind === 'remove') page.removeTask(uuid)
          else page.stopTask(uuid)
        }
        await settle()
        const { taskList } = page.terminal
        expect(taskList.filter(({ status }) => status === connecting || status === executing).length).toBeLessThan(2)
        for (const { url } of running())
          expect(taskList.some(({ uuid }) => uuid === url.searchParams.get('uuid'))).toBe(true)
        const blocker = taskList.findIndex((task) => task.status >= failed! && task.blockOnFailure)
        const begun = taskList.filter(
          (task, index) =>
            blocker >= 0 &&
            index > blocker &&
            task.status === connecting &&
            before.find(({ uuid }) => uuid === task.uuid)?.status === waiting,
        )
        expect(begun).toEqual([])
      }
    }),
    { numRuns: 40 },
  )
})
