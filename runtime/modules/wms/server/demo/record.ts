/** How demo records point at each other. */
import type { DemoRecord, DemoReference, DemoValue } from 'tablewright/server'

export const refTo = (record: DemoRecord): DemoReference => ({ ref: record.key })

/** The key a value points at, null when it is no reference. */
export function refKey(value: DemoValue | undefined): string | null {
  return typeof value === 'object' && value !== null && 'ref' in value ? value.ref : null
}
