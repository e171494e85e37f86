import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import {
  addDecimals,
  decimalText,
  isColumn,
  kindNames,
  kinds,
  displayDecimal,
  readText,
  scaledInteger,
  subtractDecimals,
  type FieldModel,
  type KindName,
  type WireValue,
} from 'tablewright/protocol'
import { describeFieldProblem } from '../../runtime/i18n/field-problems.ts'

const context = { timeZone: 'Asia/Shanghai' }
const field = (kind: KindName, more: Partial<FieldModel> = {}): FieldModel => ({
  name: 'x',
  kind,
  label: { 'zh-cn': '字段', en: 'Field' },
  required: false,
  readOnly: false,
  private: false,
  implicit: false,
  ...more,
})
const read = (kind: KindName, input: unknown, more: Partial<FieldModel> = {}) =>
  kinds[kind].read(input, field(kind, more), context)
const rule = (kind: KindName, input: unknown, more: Partial<FieldModel> = {}) => {
  const answer = read(kind, input, more)
  return 'problem' in answer ? answer.problem.rule : answer
}

describe('decimal', () => {
  it('keeps exactly its scale on the wire and an exact integer in the column', () => {
    expect(read('decimal', '12.5', { scale: 4 })).toEqual({ value: '12.5000' })
    expect(kinds.decimal.toStored('12.5000', field('decimal', { scale: 4 }))).toBe(125000)
    expect(kinds.decimal.toWire(-5, field('decimal', { scale: 3 }))).toBe('-0.005')
  })

  it.each([
    ['1e3', 'notation'],
    ['1,250.5', 'notation'],
    ['0x10', 'decimal'],
    ['١', 'decimal'],
    ['1,5', 'notation'],
    ['', 'decimal'],
    [true, 'decimal'],
    [Number.NaN, 'decimal'],
    ['0.12345', 'scale'],
    ['9007199254740.9930', 'range'],
    ['9007199254740.99301', 'range'],
    ['99999999999999999999.5', 'range'],
    [1e21, 'range'],
    [-1e21, 'range'],
    [1e-7, 'scale'],
  ])('refuses %j as %s', (input, expected) => {
    expect(rule('decimal', input, { scale: 4 })).toBe(expected)
  })

  it('accepts the largest storable value, zeros behind the scale, full-width digits and JSON numbers', () => {
    expect(read('decimal', '900719925474.0991', { scale: 4 })).toEqual({ value: '900719925474.0991' })
    expect(read('decimal', '1.50000', { scale: 2 })).toEqual({ value: '1.50' })
    expect(read('decimal', '１２．５', { scale: 2 })).toEqual({ value: '12.50' })
    expect(read('decimal', 4.95, { scale: 4 })).toEqual({ value: '4.9500' })
  })

  it('holds its bounds', () => {
    expect(rule('decimal', '-0.0001', { scale: 4, minimum: 0 })).toBe('minimum')
    expect(read('decimal', '0', { scale: 4, minimum: 0 })).toEqual({ value: '0.0000' })
  })

  it('names the bounds of the field beyond what can be stored, else what can', () => {
    const problem = (kind: KindName, input: unknown, more: Partial<FieldModel> = {}) => {
      const answer = read(kind, input, more)
      return 'problem' in answer ? answer.problem : answer
    }
    const most = '90071992547409.91'
    expect(problem('decimal', '1'.repeat(400), { scale: 2 })).toEqual({
      rule: 'range',
      params: { from: `-${most}`, to: most },
    })
    expect(problem('decimal', '-90071992547409.92', { scale: 2, minimum: -5 })).toEqual({
      rule: 'minimum',
      params: { limit: -5 },
    })
    expect(problem('decimal', 1e30, { scale: 2, maximum: 7 })).toEqual({ rule: 'maximum', params: { limit: 7 } })
    expect(problem('integer', '9'.repeat(30), { minimum: 0 })).toEqual({
      rule: 'range',
      params: { from: 0, to: '9007199254740991' },
    })
    expect(problem('integer', -1e30, { minimum: 0 })).toEqual({ rule: 'minimum', params: { limit: 0 } })
  })

  it('compares with values between two storable ones', () => {
    const price = field('decimal', { scale: 2 })
    expect(kinds.decimal.operand('1.005', price, context)).toEqual({ low: 100, high: 101 })
    expect(kinds.decimal.operand('-1.005', price, context)).toEqual({ low: -101, high: -100 })
    expect(kinds.decimal.operand('x', price, context)).toBeNull()
  })

  it('round-trips every storable integer at every scale', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 6 }), (value, scale) => {
        expect(scaledInteger(decimalText(value, scale), scale)).toBe(value + 0)
      }),
    )
  })

  it('adds and subtracts without losing a digit', () => {
    expect(addDecimals('12.5000', '0.25')).toBe('12.7500')
    expect(addDecimals('9007199254740.991', '0.009')).toBe('9007199254741.000')
    expect(subtractDecimals('10', '10.005')).toBe('-0.005')
    expect(() => addDecimals('1', 'x')).toThrow(TypeError)
  })

  it.each([
    ['12.500', '12.5'],
    ['8.000', '8'],
    ['100.000', '100'],
    ['0.000', '0'],
    ['-0.050', '-0.05'],
    ['1200', '1200'],
  ])('%s is said as %s', (text, said) => {
    expect(displayDecimal(text)).toBe(said)
  })
})

describe('other kinds', () => {
  it.each<[KindName, unknown, unknown]>([
    ['integer', '12', { value: 12 }],
    ['integer', 1.5, 'integer'],
    ['integer', '9007199254740993', 'range'],
    ['integer', 1e21, 'range'],
    ['integer', '1e3', 'notation'],
    ['integer', '1,000', 'notation'],
    ['integer', -0, { value: 0 }],
    ['mobile', '13800001234', { value: '13800001234' }],
    ['mobile', '12345678901', 'mobile'],
    ['email', 'a@b.cn', { value: 'a@b.cn' }],
    ['email', 'a@x\r\nBcc: evil@x.cn', 'email'],
    ['account', 'abc', { value: 'abc' }],
    ['account', '1abc', 'account'],
    ['account', 'a234567890123456', 'account'],
    ['account', 'a23456789012345', { value: 'a23456789012345' }],
    ['password', 'a<b>cd"', 'password'],
    ['password', 'a<b>\n密码"', { value: 'a<b>\n密码"' }],
    ['url', 'javascript:alert(1)', 'url'],
    ['url', 'https://a.cn', { value: 'https://a.cn' }],
    ['image', '//evil.cn/x.png', 'format'],
    ['image', '/storage/a.png', { value: '/storage/a.png' }],
    ['image', 'javascript:x', 'format'],
    ['date', '2025-02-29', 'date'],
    ['date', '2024-02-29', { value: '2024-02-29' }],
    ['date', '0000-01-01', 'period'],
    ['date', '1899-12-31', 'period'],
    ['date', '1900-01-01', { value: '1900-01-01' }],
    ['date', '9999-12-31', { value: '9999-12-31' }],
    ['year', '0000', 'period'],
    ['year', '1900', { value: '1900' }],
    ['datetime', '0000-01-01 00:00:00', 'date'],
    ['datetime', '0100-01-01 00:00:00', 'period'],
    ['datetime', '1969-12-31 00:00:00', 'period'],
    ['time', '8:00', 'date'],
    ['time', '08:00', { value: '08:00:00' }],
    ['year', '2025', { value: '2025' }],
    ['datetime', '2024-11-19 15:06:40', { value: 1732000000 }],
    ['datetime', 1732000000, { value: 1732000000 }],
    ['datetime', '2024-02-30 00:00:00', 'date'],
    ['datetime', -1, 'date'],
    ['text', 'a\0b', 'text'],
    ['text', '\ud800', 'text'],
    ['text', 5, 'typeText'],
    ['tags', [5], 'typeText'],
    ['tags', { a: 'b' }, 'typeList'],
    ['lines', [7], 'typeLines'],
    ['pairs', ['email'], 'typePairs'],
    ['pairs', { a: 1 }, 'typePairs'],
    ['pairs', 'a=b', 'typePairs'],
    ['pairs', { a: 'x'.repeat(1001) }, 'maxLength'],
    ['pairs', [{ key: '__proto__', value: 'x' }], 'key'],
    ['pairs', { constructor: 'x' }, 'key'],
    ['pairs', { a: '\0' }, 'text'],
    ['text', ' 85123A ', { value: '85123A' }],
    ['text', '\u200b\u00a0\ufeffA B\u2060\u3000\u200d\u00ad\n', { value: 'A B' }],
    ['text', '\u00a0\u200b', { value: '' }],
    // What a sign ends with is no blank: the look of an emoji, a flag, and the joiner of an Indic script.
    ['text', '\u2764\ufe0f ', { value: '\u2764\ufe0f' }],
    ['text', '\u0d28\u0d4d\u200d ', { value: '\u0d28\u0d4d\u200d' }],
    ['textarea', '  a\n b \n', { value: '  a\n b \n' }],
    ['password', ' eight 88 ', { value: ' eight 88 ' }],
    ['email', '\u200ba@example.com\u00a0', { value: 'a@example.com' }],
    ['account', ' bob\u200b', { value: 'bob' }],
    ['mobile', '\u00a013800138000', { value: '13800138000' }],
    ['tags', ['a\u200b', ' ', 'b'], { value: ['a', 'b'] }],
    ['pairs', { ' k ': '\u00a0v' }, { value: { k: 'v' } }],
    ['integer', '\u200b12\u00a0', { value: 12 }],
    ['reference', '7', { value: 7 }],
    ['reference', 0, { value: null }],
    ['reference', -1, 'relation'],
    ['references', ['7', 9], { value: [7, 9] }],
    ['references', '7,9', { value: [7, 9] }],
    ['references', ['*'], 'relation'],
    ['references', [7, '7'], 'uniqueItems'],
    ['tags', ['a', 'a'], 'uniqueItems'],
    ['tags', 'a,b', { value: ['a', 'b'] }],
    ['images', ['/storage/a.png', 'ftp://x'], 'format'],
    ['file', '/storage/a.pdf', { value: '/storage/a.pdf' }],
    ['file', 'javascript:x', 'format'],
    ['files', '/storage/a.pdf,https://a.test/b.zip', { value: ['/storage/a.pdf', 'https://a.test/b.zip'] }],
    ['files', ['/storage/a.pdf', '//x'], 'format'],
    ['pairs', { a: 'b' }, { value: { a: 'b' } }],
    ['pairs', [{ key: 'a', value: 'b' }], { value: { a: 'b' } }],
  ])('%s reads %j', (kind, input, expected) => {
    expect(typeof expected === 'string' ? rule(kind, input) : read(kind, input)).toEqual(expected)
  })

  it.each<[KindName, string, unknown]>([
    ['date', '2024/3/5', '2024-03-05'],
    ['date', '2024-3-5', '2024-03-05'],
    ['date', '2024.03.5', '2024-03-05'],
    ['date', '2024年3月5日', '2024-03-05'],
    ['date', '2024 年 3 月 5 日', '2024-03-05'],
    ['date', '２０２４／３／５', '2024-03-05'],
    ['date', '2024/3/5 0:00:00', '2024-03-05'],
    ['date', '2024/3/5 9:30', null],
    ['date', '2024/2/30', null],
    ['date', '20240305', null],
    ['date', '45356', null],
    ['date', '5/3/2024', null],
    ['datetime', '2024/11/19 15:6:40', 1732000000],
    ['datetime', '2024年11月19日 15时6分40秒', 1732000000],
    ['datetime', '2024年11月19日下午3:06:40', 1732000000],
    ['datetime', '2024-11-19T15:06:40', 1732000000],
    ['datetime', '2024/11/19 3:06:40 PM', 1732000000],
    ['datetime', '2024/11/19', 1731945600],
    ['datetime', '1732000000', null],
    ['datetime', '１７３２０００００００', null],
    ['datetime', '20241119', null],
    ['datetime', '0', null],
    ['datetime', '2024/11/19 25:00', null],
    ['datetime', '2024/11/19 13:00 AM', null],
    ['time', '9:05', '09:05:00'],
    ['time', '下午3:04', '15:04:00'],
    ['time', '12:00 AM', '00:00:00'],
    ['time', '905', null],
    ['year', '2024年', '2024'],
    ['pairs', 'size=10; colour=red', { size: '10', colour: 'red' }],
    ['pairs', '{"a":"1; b=2"}', { a: '1; b=2' }],
    ['pairs', 'size', null],
    ['tags', 'a，b,', ['a', 'b']],
    ['tags', '["a,b"]', ['a,b']],
  ])('%s reads what a person wrote: %s', (kind, text, expected) => {
    const value = readText(text, field(kind), context)
    expect('value' in value ? value.value : null).toEqual(expected)
  })

  it('never takes the number of an option for its name where people write', () => {
    const option = (name: string, value: number, en: string) => ({
      name,
      value,
      label: { 'zh-cn': `第${value}项`, en },
      tone: 'none' as const,
    })
    const options = [option('on', 1, 'On shelf'), option('two', 2, '1'), option('7', 7, 'Seven')]
    const valueOf = (kind: KindName, text: string) => {
      const result = readText(text, field(kind, { options }), context)
      return 'value' in result ? result.value : describeFieldProblem('en', result.problem)
    }
    expect(['On shelf', '第1项', 'on', ' 1 ', 'two'].map((text) => valueOf('enum', text))).toEqual([1, 1, 1, 2, 2])
    for (const text of ['2', '7', '２', '+1', '1.0', 'off'])
      expect(valueOf('enum', text)).toBe('Enter the name of an option: On shelf, 1, Seven')
    expect(valueOf('set', '第1项，Seven')).toEqual([1, 7])
    expect(valueOf('set', 'On shelf,7')).toContain('Enter the name')
  })

  it('writes lists and pairs so that they are read back as they were', () => {
    const values: [KindName, WireValue][] = [
      ['tags', ['a', 'b']],
      ['tags', ['a,b', 'c']],
      ['tags', ['a，b']],
      ['tags', ['["x"]']],
      ['tags', ['[x']],
      ['pairs', { a: '1', b: '' }],
      ['pairs', { a: '1; b=2' }],
      ['pairs', { 'a=b': 'c', '': 'd' }],
      ['pairs', { '{': '}', 'a\nb': ';' }],
      ['files', ['/storage/a,b.pdf']],
    ]
    for (const [kind, value] of values) {
      const text = kinds[kind].toText(value, field(kind), context, 'en')
      expect(readText(text, field(kind), context), text).toEqual({ value })
    }
  })

  it('takes an option by its number or digit string, nothing else', () => {
    const options = [{ name: 'on', value: 10, label: { 'zh-cn': '上架', en: 'On shelf' }, tone: 'success' as const }]
    expect(read('enum', '10', { options })).toEqual({ value: 10 })
    expect(rule('enum', 'on', { options })).toBe('option')
    expect(kinds.enum.toText(10, field('enum', { options }), context, 'en')).toBe('On shelf')
  })

  it('lines are a list of objects and no column', () => {
    expect([read('lines', [{ quantity: 1 }]), rule('lines', 'text'), rule('lines', [1]), rule('lines', [[]])]).toEqual([
      { value: [{ quantity: 1 }] },
      'typeLines',
      'typeLines',
      'typeLines',
    ])
    expect(isColumn(field('lines', {}))).toBe(false)
  })

  it.each(kindNames.filter((kind) => isColumn(field(kind, {}))))(
    '%s survives the way to the column and back',
    (kind) => {
      const options = [{ name: 'a', value: 1, label: { 'zh-cn': '甲', en: 'A' }, tone: 'none' as const }]
      const samples: Partial<Record<KindName, unknown>> = {
        integer: 5,
        decimal: '1.50',
        datetime: 1732000000,
        date: '2024-02-29',
        time: '08:00:00',
        year: '2024',
        enum: 1,
        set: [1],
        reference: 3,
        references: [3, 5],
        image: '/a.png',
        images: ['/a.png'],
        file: '/a.pdf',
        files: ['/a.pdf'],
        color: '#aabbcc',
        url: 'https://a.cn',
        email: 'a@b.cn',
        mobile: '13800001234',
        idNumber: '11010519491231002X',
        region: '330106',
        account: 'abc',
        password: '12345678',
        tags: ['a'],
        pairs: { a: 'b' },
      }
      const subject = field(kind, { options, scale: 2 })
      const answer = kinds[kind].read(samples[kind] ?? 'text', subject, context)
      if ('problem' in answer) throw new Error(answer.problem.rule)
      expect(kinds[kind].toWire(kinds[kind].toStored(answer.value, subject), subject)).toEqual(answer.value)
    },
  )
})
