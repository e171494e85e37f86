/** Results that follow from objects are computed once and kept as long as the objects. */
import { describe, expect, it, vi } from 'vitest'
import { memoizeByObject } from '../../runtime/protocol/memoize.ts'

describe('memoizeByObject', () => {
  it('computes once for the same object and again for an equal one', () => {
    const compute = vi.fn((value: { readonly size: number }) => [value.size])
    const memoized = memoizeByObject(compute)
    const first = { size: 1 }
    expect(memoized(first)).toBe(memoized(first))
    expect(memoized({ size: 1 })).not.toBe(memoized(first))
    expect(compute).toHaveBeenCalledTimes(2)
  })

  it('distinguishes further objects and primitives', () => {
    const memoized = memoizeByObject((one: object, other: object, key: string | null) => [one, other, key])
    const [one, other] = [{}, {}]
    const results = [
      memoized(one, other, 'a'),
      memoized(other, one, 'a'),
      memoized(one, other, 'b'),
      memoized(one, other, null),
    ]
    expect(new Set(results).size).toBe(4)
    expect(memoized(one, other, 'a')).toBe(results[0])
    expect(memoized(one, other, null)).toBe(results[3])
  })

  it('remembers results that are undefined', () => {
    const compute = vi.fn((_value: object) => undefined)
    const memoized = memoizeByObject(compute)
    const value = {}
    memoized(value)
    memoized(value)
    expect(compute).toHaveBeenCalledTimes(1)
  })

  it('does not remember a call that throws', () => {
    const compute = vi.fn((_value: object): string => {
      if (compute.mock.calls.length === 1) throw new Error('first')
      return 'done'
    })
    const memoized = memoizeByObject(compute)
    const value = {}
    expect(() => memoized(value)).toThrow('first')
    expect(memoized(value)).toBe('done')
  })
})
