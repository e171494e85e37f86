/** A value that is loaded by a call which the client refuses to make twice at once, as every POST. */
import { render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from '../../../runtime/web/core/api/api-error.ts'
import { useStaleWhileRevalidate } from '../../../runtime/web/core/api/stale-while-revalidate.ts'

it('arrives while one develops, where React runs effects twice', async () => {
  let running = 0
  const load = async (): Promise<string> => {
    if (running > 0) throw new ApiError('repeated', { kind: 'cancelled' })
    running++
    await Promise.resolve()
    running--
    return 'loaded'
  }
  function Value() {
    return <p>{useStaleWhileRevalidate('key', load).value ?? 'nothing'}</p>
  }
  render(
    <StrictMode>
      <Value />
    </StrictMode>,
  )
  expect(await screen.findByText('loaded')).toBeTruthy()
})
