/** Which windows of a text the search index is asked for. */
import { describe, expect, it } from 'vitest'
import { commonSample, commonWindows, windowsOf } from '../../../runtime/server/db/search.ts'

const windows = (text: string, shares: Readonly<Record<string, number>> = {}) =>
  windowsOf(text, new Map(Object.entries(shares)))?.windows

describe('the windows of a text', () => {
  it('are those side by side, in lower case, when nothing is known of them', () => {
    expect(windows('Bolt M12')).toEqual(['bol', 'lt ', 'm12'])
    expect(windows('螺丝')).toEqual(['螺丝'])
    expect(windows('\u0001')).toBeUndefined()
  })

  it('come without those of most rows when another excludes more', () => {
    expect(windows('bolt 2999', { bol: 1 })).toEqual(['t 2', '999'])
    expect(windows('bolt 2999', { bol: 1, 't 2': 0.4 })).toEqual(['999'])
  })

  it('come with one of many rows only as long as few others exclude rows', () => {
    expect(windows('bolt 2999', { bol: 1, 't 2': 0.1 })).toEqual(['999', 't 2'])
    expect(windows('m12 no. 499', { '2 n': 0.1 })).toEqual(['m12', 'o. ', '499'])
  })

  it('are the rarest of the common ones, as many as pay, when there are no others', () => {
    expect(windows('bolt 2999', { bol: 0.9, 't 2': 0.4, '999': 0.3 })).toEqual(['999', 't 2'])
    expect(windows('bolts', { bol: 1, lts: 1 })).toEqual(['bol', 'lts'])
  })
})

describe('common windows', () => {
  it('are those of more than a twentieth of the sample, with their share', () => {
    const texts = Array.from({ length: commonSample.rows }, (_text, at) => `Nut ${at % 10}${at < 10 ? ' rare' : ''}`)
    expect(Object.fromEntries(commonWindows(texts))).toMatchObject({ nut: 1, 'ut ': 1, 't 4': 0.1 })
    expect(commonWindows(texts).has('are')).toBe(false)
    expect(commonWindows(texts.slice(0, 10)).size).toBe(0)
  })
})
