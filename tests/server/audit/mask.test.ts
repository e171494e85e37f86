/** What the log keeps of a request: no secret, nothing longer than it may be. */
import { describe, expect, it } from 'vitest'
import { isQueryError, languages, parseQueryString } from 'tablewright/protocol'
import { auditLimits, auditText, auditUrl, isSecret, plainQuery } from '../../../runtime/server/operation/audit/mask.ts'
import { storedTitle, titleIn } from '../../../runtime/server/operation/audit/title.ts'

describe('the data of the log', () => {
  it.each([
    'password',
    'Password',
    'old_password',
    'newPassword',
    'pwd',
    'salt',
    'token',
    'refreshToken',
    'refresh_token',
    'batoken',
    'ba-user-token',
    'client_secret',
    'captcha',
    'captchaInfo',
    'smtp_pass',
    'api_key',
    'privateKey',
    'totp_code',
    'recovery_codes',
  ])('takes %s for a secret', (name) => {
    expect(isSecret(name)).toBe(true)
    const kept = auditText({ [name]: 'canary', deep: [{ [name]: { more: 'canary' } }], [`x[${name}]`]: ['canary'] })
    expect(kept).not.toContain('canary')
    expect(JSON.parse(kept)[name]).toBe('***')
  })

  it.each(['name', 'compass', 'price', 'keyword', 'status'])('keeps %s', (name) =>
    expect(JSON.parse(auditText({ [name]: 'said' }))[name]).toBe('said'),
  )

  it('masks the values of the given names', () =>
    expect(auditText({ pin: '1', lines: [{ PIN: '2' }] }, ['pin'])).toBe('{"pin":"***","lines":[{"PIN":"***"}]}'))

  it('T13 keeps 500 characters of a text and cuts a longer one there', () => {
    const kept = (text: string): unknown => JSON.parse(auditText({ note: text, lines: [{ note: text }] }))
    const whole = '文'.repeat(500)
    expect(kept(whole)).toEqual({ note: whole, lines: [{ note: whole }] })
    expect(kept(`${whole}!`)).toEqual({ note: `${whole}…`, lines: [{ note: `${whole}…` }] })
  })

  it('stays JSON of bounded size, whatever comes', () => {
    const circular = Array.from({ length: 9 }).reduce<unknown>((inner) => ({ inner }), 'x')
    for (const data of [
      { text: 'a'.repeat(100_000) },
      { list: Array.from({ length: 9000 }, (_one, at) => at) },
      { circular },
      Object.fromEntries(
        Array.from({ length: 3000 }, (_one, at) => [`field ${at} ${'k'.repeat(200)}`, '\u0001'.repeat(490)]),
      ),
    ]) {
      const kept = auditText(data)
      expect(kept.length).toBeLessThanOrEqual(auditLimits.data)
      expect(() => JSON.parse(kept)).not.toThrow()
    }
  })

  it.each([
    ['/admin/x/add?a=1&batoken=canary&b=2', '/admin/x/add?a=1&batoken=***&b=2'],
    ['/admin/x/add?p%61ssword=canary', '/admin/x/add?p%61ssword=***'],
    ['/admin/x/add?%E0%A4=canary', '/admin/x/add?%E0%A4=***'],
    ['/admin/x/add', '/admin/x/add'],
    ['http://evil.test/admin/x/add?a=1', '/admin/x/add?a=1'],
    ['//evil.test/admin/x', '/evil.test/admin/x'],
  ])('writes %s as %s', (url, kept) => expect(auditUrl(url)).toBe(kept))

  it('keeps the lists of a query as lists', () => {
    const query = parseQueryString('ids[]=1&ids[]=2&search[0][field]=a&search[0][val][]=x&one[a]=1&two[1]=1&x=')
    if (isQueryError(query)) throw new Error(query.refused)
    expect(plainQuery(query)).toEqual({
      ids: ['1', '2'],
      search: [{ field: 'a', val: ['x'] }],
      one: { a: '1' },
      two: { '1': '1' },
      x: '',
    })
  })

  it('cuts long addresses', () => expect(auditUrl(`/a?b=${'c'.repeat(9000)}`).length).toBe(auditLimits.url))

  it('is translated for each reader', () => {
    const stored = storedTitle({ 'zh-cn': '商品-添加', en: 'Products: add' })
    expect(languages.map((language) => titleIn(stored, language))).toEqual(['商品-添加', 'Products: add'])
    expect(storedTitle({ 'zh-cn': '长'.repeat(999), en: 'l'.repeat(999) }).length).toBeLessThanOrEqual(255)
    expect(titleIn('one only', 'en')).toBe('one only')
  })
})
