/** T73: a real server at its most talkative, worked with as people do; its log and its admin log hold no secret. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneEngine, type Place } from '../../support/databases.ts'
import { adminPassword, serve, type Running } from '../../support/running.ts'

const canary = 'Canary-5f2b7c'

describe.each(oneEngine)('the log of a server on $name', (engine) => {
  let place: Place
  let running: Running
  beforeAll(async () => {
    place = await engine.place()
    running = await serve({ databaseUrl: place.url, demo: false, env: { LOG_LEVEL: 'trace' } })
  }, 300_000)
  afterAll(async () => {
    await running?.stop()
    await place?.remove()
  })

  interface Told {
    readonly data: {
      readonly ticket?: string
      readonly userInfo?: { readonly token: string; readonly refresh_token: string }
      readonly token?: string
      readonly refresh_token?: string
    } | null
  }
  const send = async (
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Told['data']> => {
    const answer = await fetch(running.address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', batoken: token, 'x-tablewright': '1', ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    })
    return ((await answer.json()) as Told).data
  }

  it('T73: contains every request and no password, token, hash or captcha', async () => {
    const { token, refresh_token: refresh } = (await send('/admin/Index/login', '', {
      username: 'admin',
      password: adminPassword,
      keep: true,
    }))!.userInfo!
    await send('/admin/Index/login', '', { username: 'admin', password: `${canary}-1`, captchaInfo: `${canary}-2` })
    await send('/admin/Index/login', '', `{"username":"admin","password":"${canary}-3"`)
    await send(
      `/admin/Index/index?batoken=${canary}-4&token=${canary}-5&ba_user_token=${canary}-6&password=${canary}-7`,
      token,
    )
    await send('/admin/auth.Admin/add', token, {
      username: 'clerk',
      nickname: 'Clerk',
      password: `${canary}-8`,
      group_arr: ['1'],
      status: '1',
    })
    await send('/admin/auth.Admin/add', token, { username: 'x', password: `${canary}-9` })
    await send(
      '/admin/routine.AdminInfo/edit',
      token,
      { nickname: 'Root', password: '' },
      { authorization: `Bearer ${canary}-10`, cookie: `x=${canary}-11; XSRF-TOKEN=${'a'.repeat(24)}` },
    )
    const task = { command: 'version.node', uuid: 't' }
    const ticket = (await send('/admin/ajax/terminalTicket', token, task))!.ticket!
    const query = new URLSearchParams({ ...task, batoken: ticket })
    const stream = await fetch(`${running.address}/admin/ajax/terminal?${query}`)
    expect(await stream.text()).toContain(process.version)
    expect(stream.headers.get('referrer-policy')).toBe('no-referrer')
    const renewed = (await send('/api/common/refreshToken', token, { refreshToken: refresh }))!
    // T10: neither log has a frame of a camera.
    await send('/admin/face.Person/capture', token, { id: 1, nonce: 'n', frame: `${canary}-14` })
    await send('/admin/face.Person/identify', token, { nonce: 'n', frames: [`${canary}-15`] })
    await send('/api/face.Index/enrol', '', { nonce: 'n', frame: `${canary}-16` })
    const records = [{ seq: 1, time: 1, image: `${canary}-17` }]
    await send('/api/face.Device/records', '', { clock: 1, records }, { 'x-device-token': `${canary}-18` })
    await send(`/nothing?batoken=${canary}-12`, `${canary}-13`, undefined, { 'x-forwarded-for': '192.0.2.1' })
    await send('/nothing', '', undefined, { 'x-forwarded-for': '192.0.2.1' })
    await send('/admin/Index/logout', renewed.token!, { refreshToken: renewed.refresh_token })
    const output = running.output()
    // T64: addresses of the terminal are logged without what opens it.
    expect(output).toContain('/admin/ajax/terminal?command=version.node&uuid=t&batoken=[redacted]')
    expect(output).not.toMatch(/batoken=(?!\[redacted\])/)
    expect(output).toContain('/admin/auth.Admin/add')
    expect(output).toContain('/admin/face.Person/identify')
    // Once, not with every request: anybody can send the header.
    expect(output.match(/X-Forwarded-For is ignored/g)).toHaveLength(1)
    expect(output.match(/"answered"/g)!.length).toBeGreaterThan(8)
    const stored = JSON.stringify((await running.api('/admin/auth.AdminLog/index?limit=100')).data)
    expect(stored).toContain('/admin/auth.Admin/add')
    for (const secret of [
      canary,
      adminPassword,
      token,
      refresh,
      ticket,
      renewed.token!,
      renewed.refresh_token!,
      '$argon2',
      running.token,
    ]) {
      expect(output.includes(secret), `the log holds ${secret}`).toBe(false)
      expect(stored.includes(secret), `the admin log holds ${secret}`).toBe(false)
    }
  })
})
