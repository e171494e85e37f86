/** The queue of uploads, with stores that can go on where they stopped. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createUploadQueue, type UploadTask, type UploadTransport } from '../../../runtime/web/files/queue.ts'
import type { UploadedFile } from '../../../runtime/web/core/api/upload.ts'

class LostNetwork extends Error {}

interface Attempt {
  readonly name: string
  readonly signal: AbortSignal
  succeed(): void
  fail(error: Error): void
}

function openQueue() {
  const attempts: Attempt[] = []
  const checked: string[] = []
  const discarded: string[] = []
  const done: string[] = []
  let tasks: readonly UploadTask[] = []
  const transport: UploadTransport = {
    isResumable: true,
    check: async ({ name }) => void checked.push(name),
    send: (file, { signal }) =>
      new Promise((resolve, reject) => {
        const { name } = file
        const succeed = () => resolve({ url: name, full_url: name, name, size: 1, mimetype: '', sha1: '' })
        attempts.push({ name, signal, succeed, fail: reject })
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
    discard: ({ name }) => void discarded.push(name),
  }
  const queue = createUploadQueue({
    transport,
    refuse: () => null,
    describeError: (error) => String(error),
    isNetworkError: (error) => error instanceof LostNetwork,
    onChange: (next) => {
      tasks = next
    },
    onDone: ({ name }: UploadedFile) => void done.push(name),
  })
  const states = () => tasks.map(({ file, state }) => `${file.name} ${state}`)
  const keyOf = (name: string) => tasks.find(({ file }) => file.name === name)?.key ?? 0
  return { queue, attempts, checked, discarded, done, states, keyOf }
}

afterEach(() => vi.useRealTimers())

const files = (...names: readonly string[]) => names.map((name) => new File(['1'], name))

describe('a queue of uploads', () => {
  it('goes on by itself with what lost the network, and with nothing else', async () => {
    const { queue, attempts, states, done } = openQueue()
    queue.add(files('lost', 'refused'))
    await expect.poll(() => attempts.length).toBe(1)
    attempts[0]?.fail(new LostNetwork())
    await expect.poll(() => attempts.length).toBe(2)
    attempts[1]?.fail(new Error('refused'))
    await expect.poll(states).toEqual(['lost error', 'refused error'])
    queue.restartLost()
    await expect.poll(() => attempts.length).toBe(3)
    expect(states()).toEqual(['lost uploading', 'refused error'])
    attempts[2]?.succeed()
    await expect.poll(() => done).toEqual(['lost'])
    expect(states()).toEqual(['refused error'])
  })

  it('sends what is lost again while the network that is back carries nothing yet, a few times', async () => {
    vi.useFakeTimers()
    const { queue, attempts, states } = openQueue()
    queue.add(files('a'))
    await vi.advanceTimersByTimeAsync(0)
    attempts[0]?.fail(new LostNetwork())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toHaveLength(1)
    queue.restartLost()
    for (let attempt = 1; attempt <= 6; attempt++) {
      await vi.advanceTimersByTimeAsync(16_000)
      expect(attempts).toHaveLength(attempt + 1)
      attempts[attempt]?.fail(new LostNetwork())
    }
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toHaveLength(7)
    expect(states()).toEqual(['a error'])
    queue.restartLost()
    await vi.advanceTimersByTimeAsync(0)
    attempts[7]?.fail(new LostNetwork())
    queue.cancelAll()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(attempts).toHaveLength(8)
  })

  it('sends a paused file again when it is resumed, and lets others pass meanwhile', async () => {
    const { queue, attempts, states, keyOf, checked, discarded } = openQueue()
    queue.add(files('a', 'b'))
    await expect.poll(() => attempts.length).toBe(1)
    queue.pause(keyOf('a'))
    expect(attempts[0]?.signal.aborted).toBe(true)
    await expect.poll(states).toEqual(['a paused', 'b uploading'])
    queue.restart(keyOf('a'))
    attempts[1]?.succeed()
    await expect.poll(() => attempts.map(({ name }) => name)).toEqual(['a', 'b', 'a'])
    expect(checked).toEqual(['a', 'b', 'a'])
    expect(discarded).toEqual([])
  })

  it('tells the store that a canceled file will not be resumed', async () => {
    const { queue, attempts, states, keyOf, discarded } = openQueue()
    queue.add(files('a', 'b'))
    await expect.poll(() => attempts.length).toBe(1)
    queue.pause(keyOf('a'))
    queue.cancel(keyOf('a'))
    await expect.poll(states).toEqual(['b uploading'])
    queue.cancelAll()
    expect(discarded).toEqual(['a', 'b'])
    expect(states()).toEqual([])
  })
})
