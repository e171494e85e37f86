// @vitest-environment jsdom
/** The client against a real server: every way an answer can go. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, getData, postData } from '../../../runtime/web/core/api/client.ts'
import { setCallListener } from '../../../runtime/web/core/api/listener.ts'
import { ApiError } from '../../../runtime/web/core/api/api-error.ts'
import { tableApi } from '../../../runtime/web/core/api/table.ts'
import { http } from '../../../runtime/web/core/api/axios-exchange.ts'
import { upload } from '../../../runtime/web/core/api/upload.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'
import { clearAdmin, saveAdmin, session } from '../../../runtime/web/core/auth/session.ts'
import { envelope, serve, wait, type Reply, type Seen, type Serving } from './serving.ts'

let server: Serving
let answer: (seen: Seen) => Reply | Promise<Reply>
const heard: string[] = []

beforeEach(async () => {
  heard.length = 0
  setLanguage('en')
  saveAdmin({ id: 1, username: 'admin', token: 'old', refresh_token: 'keep' })
  server = await serve((seen) => answer(seen))
  http.defaults.baseURL = server.address
  setCallListener({
    onStart: () => heard.push('begun'),
    onEnd: () => heard.push('ended'),
    onError: (error) => heard.push(`problem: ${error.message}`),
    onSuccess: (text) => heard.push(`success: ${text}`),
    onRedirect: (path) => heard.push(`redirect: ${path}`),
  })
})

afterEach(async () => {
  clearAdmin()
  await server.close()
})

const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

describe('a call', () => {
  it('carries language, token and the mark of our client, and unwraps data', async () => {
    answer = () => envelope(1, { row: { id: 7 } })
    expect(await tableApi('shop.Product').read(7)).toEqual({ id: 7 })
    const { url, headers } = server.seen[0]!
    expect(url).toBe('/admin/shop.Product/edit?id=7')
    expect(headers).toMatchObject({ 'think-lang': 'en', server: 'true', batoken: 'old', 'x-tablewright': '1' })
    expect(heard).toEqual(['begun', 'ended'])
  })

  it('sends no token header when signed out, and follows a change of the language', async () => {
    clearAdmin()
    setLanguage('zh-cn')
    answer = () => envelope(1)
    await getData('/admin/x')
    expect(server.seen[0]!.headers['batoken']).toBeUndefined()
    expect(server.seen[0]!.headers['think-lang']).toBe('zh-cn')
  })

  it('reports success only on demand, with a default message when the server sends none', async () => {
    answer = ({ url }) => envelope(1, { id: 3 }, url.endsWith('add') ? 'Added' : '')
    await tableApi('shop.Brand').add({ name: 'A' })
    await tableApi('shop.Brand').edit({ id: 3 })
    await tableApi('shop.Brand').sortable({ move: 1, target: 2, direction: 'up' })
    expect(heard.filter((line) => line.startsWith('success'))).toEqual([
      'success: Added',
      'success: Operation successful',
    ])
    expect(JSON.parse(server.seen[0]!.body)).toEqual({ name: 'A' })
  })

  it('deletes by a query of ids', async () => {
    answer = () => envelope(1)
    await tableApi('shop.Brand').del([4, 9])
    expect(server.seen[0]).toMatchObject({ method: 'DELETE', url: '/admin/shop.Brand/del?ids[]=4&ids[]=9' })
  })

  it('asks for options of a picker, with labels of values already chosen', async () => {
    answer = () => envelope(1, { list: [{ id: 2, name: 'B' }], total: 31 })
    expect(await tableApi('shop.Brand').select({ quickSearch: 'b', page: 2, init: [2] })).toEqual({
      options: [{ id: 2, name: 'B' }],
      total: 31,
    })
    const query = new URLSearchParams(server.seen[0]!.url.split('?')[1])
    expect(Object.fromEntries(query)).toEqual({
      page: '2',
      limit: '20',
      quickSearch: 'b',
      initKey: 'id',
      'initValue[]': '2',
      select: 'true',
    })
  })
})

describe('a refusal', () => {
  it('rejects with reason and field errors and shows a toast, unless the screen reports it', async () => {
    answer = () => envelope(0, { reason: 'invalid', errors: { name: 'This field is required' } }, 'Correct the fields')
    const problem = await failure(postData('/admin/shop.Brand/add', {}))
    expect(problem).toMatchObject({ kind: 'refused', code: 0, status: 200, msg: 'Correct the fields' })
    expect(problem.refusal?.errors).toEqual({ name: 'This field is required' })
    await failure(postData('/admin/shop.Brand/add', {}, { quiet: true }))
    expect(heard.filter((line) => line.startsWith('problem'))).toEqual(['problem: Correct the fields'])
  })

  it('401 is reported without a redirect', async () => {
    answer = () => envelope(401, [], 'No permission')
    expect((await failure(getData('/admin/x'))).code).toBe(401)
    expect(heard).toContain('problem: No permission')
    expect(session.admin.token).toBe('old')
  })

  it('302 drops the session and opens the sign-in page, without a notice', async () => {
    answer = () => envelope(302, { routePath: '/admin/login', type: 'need login' }, 'Sign in first.')
    expect((await failure(getData('/admin/x'))).code).toBe(302)
    expect(heard).toEqual(['begun', 'redirect: /admin/login', 'ended'])
    expect(session).toMatchObject({ admin: { token: '', refresh_token: '', id: 0 }, hasEnded: true })
  })

  it('302 for those signed in already keeps the session', async () => {
    answer = () => envelope(302, { routePath: '/admin', type: 'logged in' })
    await failure(getData('/admin/Index/login'))
    expect(heard).toContain('redirect: /admin')
    expect(session.admin.token).toBe('old')
  })

  it('a code that is no number, or a page where JSON was due, counts as a broken server', async () => {
    answer = () => envelope('1')
    expect((await failure(getData('/admin/x'))).kind).toBe('network')
    answer = () => ({ type: 'text/html', body: '<html>' })
    expect((await failure(getData('/admin/x'))).message).toBe('Server exception!')
  })
})

describe('an expired token', () => {
  const expiring =
    (refresh: () => Reply | Promise<Reply>) =>
    (seen: Seen): Reply | Promise<Reply> => {
      if (seen.url === '/api/common/refreshToken') return refresh()
      return seen.headers['batoken'] === 'new' ? envelope(1, { url: seen.url }) : envelope(409, [], 'Token expired')
    }

  it('is renewed once for all calls that wait, and each is replayed', async () => {
    answer = expiring(async () => {
      await wait(30)
      return envelope(1, { type: 'admin-refresh', token: 'new' })
    })
    const answers = await Promise.all(
      ['/admin/a', '/admin/b', '/admin/c'].map((path) => getData<{ url: string }>(path)),
    )
    expect(answers.map((one) => one.url)).toEqual(['/admin/a', '/admin/b', '/admin/c'])
    const refreshes = server.seen.filter((seen) => seen.url === '/api/common/refreshToken')
    expect(refreshes).toHaveLength(1)
    expect(JSON.parse(refreshes[0]!.body)).toEqual({ refreshToken: 'keep' })
    expect(refreshes[0]!.headers['batoken']).toBe('old')
    expect(session.admin).toMatchObject({ token: 'new', refresh_token: 'keep' })
    expect(heard.filter((line) => line === 'begun')).toHaveLength(heard.filter((line) => line === 'ended').length)
  })

  it('replays a body unchanged and takes a rotated refresh token', async () => {
    answer = expiring(() => envelope(1, { type: 'admin-refresh', token: 'new', refresh_token: 'keep2' }))
    await postData('/admin/shop.Brand/add', { name: '品牌' })
    const bodies = server.seen
      .filter((seen) => seen.url.endsWith('/add'))
      .map((seen) => Buffer.from(seen.body, 'latin1').toString('utf8'))
    expect(bodies).toEqual(['{"name":"品牌"}', '{"name":"品牌"}'])
    expect(session.admin.refresh_token).toBe('keep2')
  })

  it('ends the session when the server gives no new one', async () => {
    answer = expiring(() => envelope(0, [], 'Your session has expired.'))
    expect((await failure(getData('/admin/a'))).code).toBe(409)
    expect(session.admin.token).toBe('')
    expect(heard).toEqual(['begun', 'redirect: /admin/login', 'ended'])
  })

  it('keeps the session when the refresh got no answer', async () => {
    answer = expiring(() => ({ status: 503, body: '{}' }))
    expect((await failure(getData('/admin/a'))).status).toBe(503)
    expect(session.admin.token).toBe('old')
  })

  it('is not renewed for ever: a second 409 ends the session', async () => {
    answer = (seen) => (seen.url === '/api/common/refreshToken' ? envelope(1, { token: 'new' }) : envelope(409, []))
    await failure(getData('/admin/a'))
    expect(server.seen.filter((seen) => seen.url === '/api/common/refreshToken')).toHaveLength(1)
    expect(session.admin.token).toBe('')
  })

  it('uses the token another tab has stored meanwhile', async () => {
    answer = expiring(() => envelope(0))
    localStorage.setItem('adminInfo', JSON.stringify({ ...session.admin, token: 'new' }))
    expect(await getData('/admin/a')).toEqual({ url: '/admin/a' })
    expect(server.seen.some((seen) => seen.url === '/api/common/refreshToken')).toBe(false)
  })
})

describe('no proper answer', () => {
  it.each([
    [302, 'Interface redirected!', '接口重定向了！'],
    [400, 'Incorrect parameter!', '参数不正确！'],
    [401, 'You do not have permission to operate!', '您没有权限操作！'],
    [403, 'You do not have permission to operate!', '您没有权限操作！'],
    [404, 'Error requesting address: /admin/x', '请求地址出错：/admin/x'],
    [408, 'Request timed out!', '请求超时！'],
    [409, 'The same data already exists in the system!', '系统已存在相同数据！'],
    [500, 'Server internal error! Request number: req-7', '服务器内部错误！ 请求编号：req-7'],
    [501, 'Service not implemented!', '服务未实现！'],
    [502, 'Gateway error!', '网关错误！'],
    [503, 'Service unavailable!', '服务不可用！'],
    [504, 'The service is temporarily unavailable Please try again later!', '服务暂时无法访问，请稍后再试！'],
    [505, 'HTTP version is not supported!', 'HTTP 版本不受支持！'],
    [418, 'Abnormal problem, please contact the website administrator!', '异常问题，请联系网站管理员！'],
  ])('status %i is reported in both languages', async (status, en, zhCn) => {
    answer = () => ({ status, headers: { 'x-request-id': 'req-7' }, body: '{}' })
    expect(await failure(getData('/admin/x'))).toMatchObject({ kind: 'http', status, message: en, requestId: 'req-7' })
    setLanguage('zh-cn')
    expect((await failure(getData('/admin/x'))).message).toBe(zhCn)
    expect(heard).toContain(`problem: ${zhCn}`)
  })

  it('shows the server’s sentence where the catalogue has none, and why it cannot work at the moment', async () => {
    answer = () => ({ status: 413, body: JSON.stringify({ code: 413, msg: 'The content sent is too large.' }) })
    expect((await failure(postData('/admin/x', {}))).message).toBe('The content sent is too large.')
    answer = () => ({ status: 503, body: JSON.stringify({ code: 503, msg: 'The disk of the server is full.' }) })
    expect((await failure(postData('/admin/x', {}))).message).toBe('The disk of the server is full.')
  })

  it('a call that takes too long, a server that is gone, a browser without network', async () => {
    answer = async () => {
      await wait(400)
      return envelope(1)
    }
    expect(await failure(getData('/admin/slow', '', { timeout: 60 }))).toMatchObject({
      kind: 'timeout',
      message: 'Network request timeout!',
    })
    http.defaults.baseURL = 'http://127.0.0.1:9'
    expect(await failure(getData('/admin/x'))).toMatchObject({ kind: 'network', message: 'Server exception!' })
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    expect(await failure(getData('/admin/x'))).toMatchObject({ kind: 'offline', message: 'You are disconnected!' })
    Reflect.deleteProperty(navigator, 'onLine')
  })

  it('an identical question under way is cancelled, with a note for developers only', async () => {
    const note = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    answer = async ({ url }) => {
      await wait(60)
      return envelope(1, url)
    }
    const first = failure(getData('/admin/x', 'a=1'))
    const other = getData('/admin/x', 'a=2')
    const second = getData('/admin/x', 'a=1')
    expect((await first).kind).toBe('cancelled')
    expect(await Promise.all([second, other])).toEqual(['/admin/x?a=1', '/admin/x?a=2'])
    expect(heard.filter((line) => line.startsWith('problem'))).toEqual([])
    expect(note.mock.calls).toEqual([['Automatic cancellation due to duplicate request']])
    note.mockRestore()
  })

  it('a change asked for twice at once is made once; other changes, and the same one later, go through', async () => {
    const note = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    answer = async () => {
      await wait(40)
      return envelope(1)
    }
    const first = postData('/admin/x', { a: 1 })
    const second = failure(postData('/admin/x', { a: 1 }))
    await Promise.all([
      first,
      postData('/admin/x', { a: 2 }),
      call({ method: 'DELETE', path: '/admin/x', query: 'ids[]=1' }),
    ])
    expect((await second).kind).toBe('cancelled')
    expect(note.mock.calls).toEqual([['Automatic cancellation due to duplicate request']])
    await postData('/admin/x', { a: 1 })
    expect(server.seen.map((seen) => `${seen.method} ${seen.body}`).sort()).toEqual([
      'DELETE ',
      'POST {"a":1}',
      'POST {"a":1}',
      'POST {"a":2}',
    ])
    expect(heard.filter((line) => line.startsWith('problem'))).toEqual([])
    note.mockRestore()
  })

  it('a signal of the caller gives up silently', async () => {
    answer = async () => {
      await wait(200)
      return envelope(1)
    }
    const abort = new AbortController()
    const lost = failure(getData('/admin/x', '', { signal: abort.signal }))
    abort.abort()
    expect((await lost).kind).toBe('cancelled')
  })
})

describe('files', () => {
  it('a refusal inside a download is a refusal, not a file', async () => {
    answer = ({ url }) =>
      url.includes('bad')
        ? envelope(0, null, 'This query is not valid.')
        : { type: 'text/csv; charset=utf-8', body: 'id,name\r\n' }
    expect((await failure(call({ method: 'GET', path: '/admin/bad', expects: 'blob' }))).message).toBe(
      'This query is not valid.',
    )
    const file = (await call<Blob>({ method: 'GET', path: '/admin/good', expects: 'blob' })).data
    expect(file.size).toBe(9)
  })

  it('an upload sends the file as multipart and answers its address', async () => {
    answer = () =>
      envelope(1, {
        file: {
          url: '/storage/a.png',
          full_url: '/storage/a.png',
          name: 'a.png',
          size: 3,
          mimetype: 'image/png',
          sha1: 'x',
        },
      })
    expect(await upload(new File(['abc'], 'a.png', { type: 'image/png' }))).toMatchObject({ url: '/storage/a.png' })
    expect(server.seen[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(server.seen[0]!.body).toMatch(/name="file"; filename="a.png"[\s\S]*abc/)
  })

  it.each([
    ['', 'abc', 'image/png', 'The data of the uploaded file is incomplete!'],
    ['a.png', '', 'image/png', 'The data of the uploaded file is incomplete!'],
    ['a.exe', 'abc', 'application/x-msdownload', 'The type of uploaded file is not allowed!'],
    ['a.png', 'x'.repeat(5 * 1024 * 1024 + 1), 'image/png', 'The size of the uploaded file exceeds the allowed range!'],
  ])('a file called %j is refused before it is sent when it is not allowed', async (name, content, type, text) => {
    answer = () => envelope(1)
    expect((await failure(upload(new File([content], name, { type })))).message).toBe(text)
    expect(heard).toEqual([`problem: ${text}`])
    expect(server.seen).toEqual([])
  })
})
