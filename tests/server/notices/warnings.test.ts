/** What an admin is told of his own account: a sign-in from elsewhere, a refresh token used twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../support/databases.ts'
import { runApp, type RunningApp } from '../http/running-app.ts'
import { ask, signInAs } from '../session/endpoint.ts'

describe.each(engines)('an admin is notified on $name', (engine) => {
  let running: RunningApp
  const titles = async (token: string): Promise<string[]> =>
    (
      await ask<{ list: { title: string; content: string }[] }>(running, 'GET', '/admin/notification.Index/push', {
        token,
      })
    ).data.list.map(({ title, content }) => `${title} ${content}`)

  beforeAll(async () => {
    running = await runApp(engine)
  })
  afterAll(() => running.dispose())

  it('of a sign-in from a new address, but not of the first one, of a neighbour or of one known', async () => {
    const first = (await signInAs(running, { ip: '203.0.113.7' })).data.userInfo.token
    expect(await titles(first)).toEqual([])
    await signInAs(running, { ip: '203.0.113.99' })
    expect(await titles(first)).toEqual([])
    await signInAs(running, { ip: '198.51.100.20' })
    expect(await titles(first)).toEqual([expect.stringMatching(/new IP address .*198\.51\.100\.20/) as string])
    await signInAs(running, { ip: '203.0.113.7' })
    await signInAs(running, { ip: '198.51.100.21' })
    expect(await titles(first)).toEqual([])
  })

  it('when a refresh token was used twice', async () => {
    const { token, refresh_token: refreshToken } = (
      await signInAs(running, { ip: '203.0.113.7', keep: true, ours: true })
    ).data.userInfo
    const renew = (bearer: string, text: string) =>
      ask<{ token: string; refresh_token: string }>(running, 'POST', '/api/common/refreshToken', {
        token: bearer,
        payload: { refreshToken: text },
      })
    const next = (await renew(token, refreshToken)).data
    await renew(next.token, next.refresh_token)
    expect(await renew(next.token, refreshToken)).toMatchObject({ code: 0 })
    const other = (await signInAs(running, { ip: '203.0.113.7' })).data.userInfo.token
    expect(await titles(other)).toEqual([expect.stringContaining('refresh token was used twice') as string])
  })
})
