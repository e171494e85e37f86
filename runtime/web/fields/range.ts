/** A range as a condition carries it: `low,high`; an open end is empty. */
import type { Operator } from '../../protocol/index.ts'
import type { Condition } from './renderer.ts'

export function rangeOf(condition: Condition | null): readonly [from: string, to: string] {
  const val = condition?.val ?? ''
  const [from = '', to = ''] = typeof val === 'string' ? val.split(',') : val
  return [from, to]
}

/** The condition of two ends, or null when both are open. */
export function rangeText(operator: Operator, from: string, to: string): Condition | null {
  return from.trim() === '' && to.trim() === '' ? null : { operator, val: `${from.trim()},${to.trim()}` }
}
