/** Addresses that carry other addresses: what leads on, and what is refused (T58). */
import { describe, expect, it } from 'vitest'
import { parseRedirect } from '../../../runtime/web/core/api/redirect.ts'
import { internalPath, isPathInArea, returnPath } from '../../../runtime/web/core/auth/internal-paths.ts'
import {
  pendingRedirectTarget,
  pendingRedirectPath,
  isLoadingPath,
} from '../../../runtime/web/shell/pending-redirect.ts'
import { iframeUrl, isAllowedOrigin } from '../../../runtime/web/shell/pages/iframe-url.ts'
import { pageId } from '../../../runtime/web/shell/menu/pages.ts'

/** None of these may ever be gone to. */
const corpus: readonly string[] = [
  '',
  'admin',
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\\\evil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%2fevil.test',
  '/%2F%2Fevil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>1</script>',
  'https://evil.test/admin',
  'http:evil.test',
  '/admin//evil.test',
  '/admin/../../x',
  '/admin/%2e%2e/x',
  '/admin\n/x',
  '/admin\u0000',
  '/admin/%00',
  '/admin/%',
  '/admin/%zz',
  '/admin\t',
  '/admin#//evil.test',
  ' /admin',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://evil.test/1',
]
const wish = (path: unknown, query?: unknown): string =>
  `/admin/loading/${encodeURIComponent(JSON.stringify({ path, ...(query !== undefined && { query }) }))}`

describe('T58: a path of this application', () => {
  it.each(corpus)('is not %j', (text) => {
    expect(internalPath(text)).toBeNull()
    expect(returnPath(text)).toBe('/admin')
    expect(pendingRedirectTarget('admin', wish(text))).toBeNull()
    expect(parseRedirect({ routePath: text, type: 'need login' }, 'admin').path).toBe('/admin/login')
    expect(parseRedirect({ routePath: text, type: 'need login' }, 'user').path).toBe('/user/login')
  })

  it.each([null, undefined, 7, {}, [], '/admin/'.padEnd(9000, 'x')])(
    'is no text that long, and nothing but a text (%#)',
    (value) => expect(internalPath(value)).toBeNull(),
  )

  it.each([
    '/',
    '/admin',
    '/admin/shop/brand?page=2&search[0][field]=name',
    '/admin/shop/brand?to=//x',
    '/user/login',
    '/admin/iframe/https%3A%2F%2Fdocs.test%2Fa',
  ])('is %j', (text) => {
    expect(internalPath(text)).toBe(text)
  })

  it('belongs to one area, whose sign-in page is no place to go on to', () => {
    expect(['/admin', '/admin/x', '/admin?x=1', '/admin/loginLog'].map((path) => isPathInArea('admin', path))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(
      ['/administrator', '/admin/login', '/admin/login?to=x', '/user', '/'].map((path) => isPathInArea('admin', path)),
    ).toEqual([false, false, false, false, false])
    expect(isPathInArea('user', '/user/account')).toBe(true)
  })
})

describe('the waiting address', () => {
  it.each([
    ['/admin/shop/brand', ''],
    ['/admin/shop/brand', '?page=2&quickSearch=a%20b%26c'],
    ['/admin/a%2Fb', '?x=%25'],
    ['/admin/iframe/https%3A%2F%2Fdocs.test%2F%3Fa%3D1', ''],
    ['/admin/shop/品牌', '?q=中文'],
  ])('carries %s%s there and back', (path, search) => {
    const waiting = pendingRedirectPath('admin', path, search)
    expect(isLoadingPath('admin', waiting)).toBe(true)
    expect(waiting.split('/').length).toBe(4)
    const [back, query = ''] = pendingRedirectTarget('admin', waiting)!.split('?')
    expect(back).toBe(path)
    expect([...new URLSearchParams(query)]).toEqual([...new URLSearchParams(search)])
  })

  it('keeps keys that occur more than once', () => {
    const there = pendingRedirectPath('admin', '/admin/shop/brand', '?search[0][val][]=1&search[0][val][]=2&page=3')
    expect(
      new URLSearchParams(pendingRedirectTarget('admin', there)!.split('?')[1]).getAll('search[0][val][]'),
    ).toEqual(['1', '2'])
  })

  it.each([
    '',
    '{',
    'null',
    '7',
    '"x"',
    '[]',
    '{"path":7}',
    '{"path":"/admin/x?y=1"}',
    '{"path":"/admin/loading"}',
    '{"path":"/admin/loading/x"}',
    '{"path":"/user/x"}',
    '{"path":"/admin/login"}',
  ])('leads nowhere when it says %j', (text) => {
    expect(pendingRedirectTarget('admin', `/admin/loading/${encodeURIComponent(text)}`)).toBeNull()
  })

  it('tolerates a malformed query, and leads only into its own area', () => {
    expect(pendingRedirectTarget('admin', wish('/admin/x', { a: 1, b: null, c: 'ok', d: ['1', 2] }))).toBe(
      '/admin/x?c=ok&d=1',
    )
    expect(pendingRedirectTarget('admin', wish('/admin/x', 'no'))).toBe('/admin/x')
    expect(pendingRedirectTarget('user', `/user/loading/${encodeURIComponent('{"path":"/admin/x"}')}`)).toBeNull()
    expect(pendingRedirectTarget('admin', '/admin/loading/%E0%A4%A')).toBeNull()
  })
})

describe('answers of the server with 302 or 303', () => {
  it('may be a name of a route or a path of ours', () => {
    expect(parseRedirect({ routeName: 'userLogin', type: 'need login' }, 'admin')).toEqual({
      path: '/user/login',
      isSessionOver: true,
    })
    expect(parseRedirect({ routeName: 'noPower', type: 'other' }, 'admin')).toEqual({
      path: '/401',
      isSessionOver: false,
    })
    expect(parseRedirect({ routePath: '/admin', type: 'logged in' }, 'admin')).toEqual({
      path: '/admin',
      isSessionOver: false,
    })
    expect(parseRedirect(null, 'admin')).toEqual({ path: '/admin/login', isSessionOver: true })
    expect(parseRedirect({ type: 'need login' }, 'user')).toEqual({ path: '/user/login', isSessionOver: true })
    expect(parseRedirect({ type: 'logged in' }, 'user')).toEqual({ path: '/user', isSessionOver: false })
    expect(parseRedirect({ routeName: 'constructor', routePath: 'x', type: 'other' }, 'admin')).toEqual({
      path: '/admin',
      isSessionOver: false,
    })
  })
})

describe('T58: an address inside a frame', () => {
  const inside = (url: string): string | undefined => iframeUrl(`/admin/iframe/${encodeURIComponent(url)}`)?.href

  it('is http or https, without credentials', () => {
    expect(inside('https://docs.test/a?b=1#c')).toBe('https://docs.test/a?b=1#c')
    for (const bad of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.test',
      '/\\evil.test',
      'ftp://x',
      'https://user:pw@x.test',
      'https:\\\\x.test',
      ' https://x.test',
      'https://x.test/\n',
      '',
    ])
      expect([bad, inside(bad)]).toEqual([bad, undefined])
    expect(iframeUrl('/admin/iframe/%E0%A4%A')).toBeNull()
  })

  it('has an origin the site allows, never our own', () => {
    const url = new URL('https://docs.test/x')
    expect(isAllowedOrigin(url, ['https://docs.test'], 'https://own.test')).toBe(true)
    expect(isAllowedOrigin(url, ['HTTPS://Docs.test/'], 'https://own.test')).toBe(true)
    for (const origins of [
      [],
      ['http://docs.test'],
      ['https://docs.test.evil.test'],
      ['https://docs.test:8443'],
      ['*'],
    ])
      expect(isAllowedOrigin(url, origins, 'https://own.test')).toBe(false)
    expect(isAllowedOrigin(url, ['https://docs.test'], 'https://docs.test')).toBe(false)
  })

  it('makes one page, however it is written', () => {
    expect(pageId('/admin/iframe/https%3A%2F%2Fdocs.test')).toBe(
      pageId(`/admin/iframe/${encodeURIComponent('https://docs.test/')}`),
    )
    expect(pageId('/admin/SHOP/Brand/')).toBe('/admin/shop/brand')
  })
})
