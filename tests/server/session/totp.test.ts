/** Codes of authenticator apps (the vectors of RFC 6238, appendix B), and recovery codes in their place. */
import { describe, expect, it } from 'vitest'
import {
  findRecoveryCode,
  newRecoveryCodes,
} from '../../../runtime/server/identity/session/second-factor/recovery-codes.ts'
import {
  codeOf,
  matchingStep,
  newSecret,
  otpauthAddress,
  stepAt,
} from '../../../runtime/server/identity/session/second-factor/totp.ts'

/** "12345678901234567890" in Base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('T33 codes of authenticator apps', () => {
  // The vectors have eight digits; six are their end.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i s ends %s', (time, code) => {
    expect(codeOf(secret, stepAt(time))).toBe(code.slice(-6))
    expect(matchingStep(secret, code.slice(-6), null, time)).toBe(stepAt(time))
  })

  it('are accepted one step early or late, no further', () => {
    const time = 1_800_000_000
    const found = [-2, -1, 0, 1, 2].map((off) => matchingStep(secret, codeOf(secret, stepAt(time) + off), null, time))
    const now = stepAt(time)
    expect(found).toEqual([null, now - 1, now, now + 1, null])
  })

  it('count once, and so do all before them', () => {
    const time = 1_800_000_000
    const now = stepAt(time)
    const tryAfter = (off: number, after: number) => matchingStep(secret, codeOf(secret, now + off), after, time)
    expect([tryAfter(0, now), tryAfter(-1, now), tryAfter(1, now), tryAfter(0, now - 1)]).toEqual([
      null,
      null,
      now + 1,
      now,
    ])
  })

  it('work again after the clock was ahead', () => {
    const time = 1_800_000_000
    expect(matchingStep(secret, codeOf(secret, stepAt(time)), stepAt(time) + 1000, time)).toBe(stepAt(time))
  })

  it.each(['', '12345', '1234567', '１２３４５６', '12345x', ' 94287'])('refuse %j', (code) =>
    expect(matchingStep(secret, code, null, 59)).toBeNull(),
  )

  it('come from secrets of 160 random bits, with an address for the app', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
    expect(otpauthAddress('Lager: Süd', 'a&b', secret)).toBe(
      `otpauth://totp/Lager%20%20S%C3%BCd:a%26b?secret=${secret}&issuer=Lager%20%20S%C3%BCd` +
        '&algorithm=SHA1&digits=6&period=30',
    )
  })

  it('have ten recovery codes of 128 secret bits with slow hashes, whatever case, spaces and dashes', async () => {
    const { codes: texts, stored } = await newRecoveryCodes()
    expect([new Set(texts).size, new Set(stored.map((entry) => entry.slice(0, 2))).size]).toEqual([10, 10])
    for (const text of texts) expect(text).toMatch(/^([2-9a-hjkmnp-z0]{4}-){6}[2-9a-hjkmnp-z0]{4}$/)
    // Without the two signs that are stored as they are.
    expect(Math.log2(32) * (texts[0]!.replaceAll('-', '').length - 2)).toBeGreaterThanOrEqual(128)
    for (const entry of stored) expect(entry).toMatch(/^..\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await findRecoveryCode(` ${texts[3]!.toUpperCase().replaceAll('-', ' ')} `, stored)).toBe(stored[3])
    const other = texts[3]!.slice(0, -1) + (texts[3]!.endsWith('a') ? 'b' : 'a')
    for (const text of [other, '', texts[3]!.slice(2), stored[3]!, 'constructor'])
      expect(await findRecoveryCode(text, stored)).toBeNull()
  })
})
