/** The threads that hash passwords. */
import { verify as verifyApart } from '@node-rs/argon2'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { createHashThreads, startHashWorker } from '../../../runtime/server/identity/session/password/hash-threads.ts'
import { threadPriorities } from '../../support/thread-priorities.ts'

/** The threads that were started. */
const started: Worker[] = []
const { hash, verify } = createHashThreads(() => {
  const worker = startHashWorker()
  started.push(worker)
  return worker
})

describe('threads that hash passwords', () => {
  it('hash with the costs of new passwords, and compare', async () => {
    const stored = await hash('long enough 7')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyApart(stored, 'long enough 7')).toBe(true)
    expect(await verify(stored, 'long enough 7')).toBe(true)
    expect(await verify(stored, 'long enough 8')).toBe(false)
    expect(await verify('no hash', 'long enough 7')).toBe(false)
  })

  it('few at once, with the same threads for the next ones', async () => {
    const stored = await hash('long enough 7')
    const given = Array.from({ length: 12 }, (_one, at) => `long enough ${at}`)
    expect(await Promise.all(given.map((one) => verify(stored, one)))).toEqual(given.map((_one, at) => at === 7))
    expect(started.length).toBeLessThanOrEqual(4)
  })

  it.runIf(process.platform === 'linux')('leave the processor to the thread that answers requests', async () => {
    const own = getPriority(0)
    await hash('long enough 7')
    expect(threadPriorities()).toContain(Math.min(19, own + 10))
    expect(getPriority(0)).toBe(own)
  })

  it('end when nobody signs in at that moment', async () => {
    await hash('long enough 7')
    const ends = started.filter(({ threadId }) => threadId !== -1).map((one) => once(one, 'exit'))
    expect(ends).not.toEqual([])
    await Promise.all(ends)
  })

  it('reject when a thread ends, and start another one', async () => {
    await hash('long enough 7')
    const before = started.length
    const results = Array.from({ length: before }, () => hash('long enough 7'))
    const ended = Promise.allSettled(results)
    await Promise.all(started.map((thread) => thread.terminate()))
    expect((await ended).map(({ status }) => status)).toContain('rejected')
    expect(await verify(await hash('long enough 7'), 'long enough 7')).toBe(true)
    expect(started.length).toBeGreaterThan(before)
  })
})
