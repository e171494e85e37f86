import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, formatWhole, languages, type Language } from '../../runtime/protocol/index.ts'

const locales: Readonly<Record<Language, string>> = { 'zh-cn': 'zh-CN', en: 'en-US' }

describe.each(languages)('numbers in %s', (language) => {
  it('are grouped as the formatter of the platform groups them', () => {
    const platform = new Intl.NumberFormat(locales[language])
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.constantFrom('', '0', '00'), (whole, zeros) => {
        expect(formatWhole(zeros + whole, language)).toBe(platform.format(whole))
      }),
    )
    const cents = new Intl.NumberFormat(locales[language], { minimumFractionDigits: 2 })
    for (const text of ['0.50', '999.25', '1000.75', '-1234567.05'])
      expect(formatDecimal(text, 2, language)).toBe(cents.format(Number(text)))
  })
})
