import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { editableDecimal, formatDecimal, kindNames, type FieldModel, type KindName } from 'tablewright/protocol'
import type { ListRow } from '../../../runtime/web/fields/renderer.ts'
import { fieldRenderers } from '../../../runtime/web/fields/field-renderers.ts'
import { setLanguage } from '../../../runtime/web/core/i18n/language.ts'

const locale = { language: 'en', timeZone: 'Asia/Shanghai' } as const

function fieldOfKind(kind: KindName, more: Partial<FieldModel> = {}): FieldModel {
  return {
    name: 'f',
    kind,
    label: { 'zh-cn': '栏', en: 'Field' },
    required: false,
    readOnly: false,
    private: false,
    implicit: false,
    ...more,
  }
}

function show(field: FieldModel, value: unknown, row: ListRow = { id: 1, f: value }) {
  const Cell = fieldRenderers[field.kind].Cell
  if (!Cell) throw new Error('no cell')
  return render(<Cell field={field} value={value} row={row} locale={locale} recordName="R" change={null} />).container
}

beforeEach(() => setLanguage('en'))
afterEach(cleanup)

describe('decimals', () => {
  it.each([
    ['12.5000', 4, '12.50'],
    ['12.5025', 4, '12.5025'],
    ['98.000', 3, '98'],
    ['0.500', 3, '0.5'],
    ['1225.00', 2, '1,225.00'],
    ['-1234567.1000', 4, '-1,234,567.10'],
    ['9007199254740.991', 3, '9,007,199,254,740.991'],
    ['-0.0100', 4, '-0.01'],
  ])('%s of scale %i reads %s', (text, scale, shown) => expect(formatDecimal(text, scale, 'en')).toBe(shown))

  it.each([
    ['12500.5000', 4, '12500.50'],
    ['35.5', 2, '35.50'],
    ['0.0125', 4, '0.0125'],
    ['8.000', 3, '8'],
    ['1,5', 2, '1,5'],
  ])('%s of scale %i is edited as %s', (text, scale, shown) => expect(editableDecimal(text, scale)).toBe(shown))

  it('loses no digit of the largest value', () =>
    expect(formatDecimal('9007199254740991', 0, 'zh-cn').replaceAll(',', '')).toBe('9007199254740991'))
})

describe('a cell', () => {
  const samples: Partial<Record<KindName, unknown>> = {
    set: ['a'],
    tags: ['x', 'y'],
    images: ['/a.png'],
    image: '/a.png',
    file: '/a.pdf',
    files: ['/a.pdf', '/b.pdf'],
    pairs: { k: 'v' },
    datetime: 1_732_000_000,
    integer: 5,
    decimal: '1.00',
    reference: 3,
  }

  it.each(kindNames.filter((kind) => fieldRenderers[kind].Cell !== null))(
    'of kind %s shows a value and a dash for none',
    (kind) => {
      const field = fieldOfKind(kind, {
        scale: 2,
        options: [{ name: 'a', value: 'a', label: { 'zh-cn': '甲', en: 'Ay' }, tone: 'success' }],
      })
      expect(show(field, null).textContent).toBe('—')
      const filled = show(field, samples[kind] ?? 'a')
      expect(filled.textContent === '—' || filled.innerHTML === '').toBe(false)
    },
  )

  it('never shows a password', () => expect(fieldRenderers.password.Cell).toBeNull())

  it('shows a time in the time zone of the site', () => {
    expect(show(fieldOfKind('datetime'), 1_732_000_000).textContent).toBe('2024-11-19 15:06:40')
  })

  it('links only to http and https', () => {
    expect(show(fieldOfKind('url'), 'https://example.com/x').querySelector('a')?.rel).toBe('noopener noreferrer')
    for (const bad of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', ' https://x'])
      expect(show(fieldOfKind('url'), bad).querySelector('a')).toBeNull()
  })

  it('loads no picture but from our own paths, http or https', () => {
    for (const bad of ['javascript:alert(1)', 'data:image/svg+xml,<svg onload=alert(1)>', '//evil.example/x.png']) {
      expect(show(fieldOfKind('images'), [bad]).querySelector('img')).toBeNull()
      expect(show(fieldOfKind('files'), [bad]).querySelector('a')).toBeNull()
    }
  })

  it('shows markup as text', () => {
    const markup = '<img src=x onerror="alert(1)"><script>alert(2)</script>'
    for (const kind of kindNames) {
      if (!fieldRenderers[kind].Cell) continue
      const container = show(
        fieldOfKind(kind),
        kind === 'pairs' ? { [markup]: markup } : kind === 'tags' || kind === 'set' ? [markup] : markup,
      )
      expect(container.querySelector('script, [onerror]')).toBeNull()
    }
  })

  it('paints no colour that is none', () => {
    expect(show(fieldOfKind('color'), '#2d72d2').querySelector('rect')?.getAttribute('fill')).toBe('#2d72d2')
    expect(show(fieldOfKind('color'), 'url(https://evil.example)').querySelector('rect')).toBeNull()
  })

  it('shows an icon instead of its name', () => {
    const container = show(fieldOfKind('icon'), 'truck')
    expect(container.textContent).toBe('')
    expect(screen.getByRole('img', { name: 'truck' }).querySelector('svg')).not.toBeNull()
  })

  it('marks a referred record that was deleted', () => {
    const relation = {
      to: 'shop/brand',
      controller: 'shop.Brand',
      table: 'shop_brand',
      show: 'name',
      as: 'brand',
      onDelete: 'restrict',
      softDelete: 'deletetime',
      filter: [],
    } as const
    expect(
      show(fieldOfKind('reference', { relation }), 3, { id: 1, f: 3, brand: { id: 3, name: 'Acme', deleted: 1 } })
        .textContent,
    ).toBe('AcmeDeleted')
  })

  it('names files as they were uploaded, else after their address', () => {
    const [own, other] = [
      '/storage/d/20260101/report' + 'a'.repeat(40) + '.pdf',
      `/storage/d/20260101/${'b'.repeat(40)}.zip`,
    ]
    const info = [{ url: own, name: '年度报告.pdf', size: 5 }]
    const link = show(fieldOfKind('files'), [own, other], { id: 1, f_info: info }).querySelector('a')!
    expect([link.textContent, link.getAttribute('download'), link.getAttribute('href')]).toEqual([
      '年度报告.pdf',
      '年度报告.pdf',
      own,
    ])
    expect(show(fieldOfKind('file'), own).querySelector('a')!.textContent).toBe('report.pdf')
    expect(show(fieldOfKind('file'), other).querySelector('a')!.textContent).toBe('bbbbbbbb.zip')
  })

  it('opens a picture large and turns to the next', async () => {
    show(fieldOfKind('images'), ['/a.png', '/b.png'])
    await userEvent.click(screen.getByRole('button', { name: /View image/ }))
    const large = await screen.findByRole('img', { name: /1\/2/ })
    expect(large.getAttribute('src')).toBe('/a.png')
    await userEvent.click(screen.getByRole('button', { name: 'Next image' }))
    expect((await screen.findByRole('img', { name: /2\/2/ })).getAttribute('src')).toBe('/b.png')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /View image/ })))
  })
})
