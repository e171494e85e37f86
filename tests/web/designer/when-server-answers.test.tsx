/** Waiting for the server that takes over. */
import { afterEach, expect, it, vi } from 'vitest'
import { whenServerAnswers } from '../../../runtime/web/ops/designer/when-server-answers.ts'

afterEach(() => vi.unstubAllGlobals())

it('goes on once a server answers, after none did and one that was about to end refused', async () => {
  const answers = [
    () => Promise.resolve({ ok: false }),
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve({ ok: true }),
  ]
  const fetched = vi.fn(() => answers.shift()?.() ?? Promise.reject(new Error('asked again')))
  vi.stubGlobal('fetch', fetched)
  await whenServerAnswers()
  expect(fetched).toHaveBeenCalledTimes(3)
})
