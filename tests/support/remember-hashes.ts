/**
 * Hashing is slow on purpose, and passwords are hardly ever what a test is about: a worker hashes each password once,
 * and compares it with a hash once. `vi.mocked(verify)` sees every call. The threads that hash have tests of their own.
 */
import { vi } from 'vitest'

const key = Symbol.for('tablewright tests remember hashes')
const globals = globalThis as { [key]?: Map<string, Promise<unknown>> }
const results = (globals[key] ??= new Map())

vi.mock('../../runtime/server/identity/session/password/hash-threads.ts', async (load) => {
  const real = await load<typeof import('../../runtime/server/identity/session/password/hash-threads.ts')>()
  const remember = <Result>(work: (...words: string[]) => Promise<Result>) =>
    vi.fn((...words: string[]): Promise<Result> => {
      const name = JSON.stringify(words)
      const result = (results.get(name) as Promise<Result> | undefined) ?? work(...words)
      results.set(name, result)
      return result
    })
  return { ...real, hash: remember(real.hash), verify: remember(real.verify) }
})
