import { expect, it } from 'vitest'
import { openAddresses } from '../memory-router.tsx'

it('asks every guard, and the latest one that wants the change to wait holds it up', () => {
  const router = openAddresses('/')
  const wanting = new Set(['first'])
  const asked = ['first', 'second'].map((id) => router.guard(id, () => wanting.has(id)))
  router.navigate('/elsewhere')
  expect(router.location.pathname).toBe('/')
  expect(router.blockedBy('first')).not.toBeNull()
  router.blockedBy('first')!.reset()
  wanting.add('second')
  router.navigate('/elsewhere')
  expect([router.blockedBy('first'), router.blockedBy('second') !== null]).toEqual([null, true])
  for (const end of asked) end()
  router.navigate('/elsewhere')
  expect(router.location.pathname).toBe('/elsewhere')
})
