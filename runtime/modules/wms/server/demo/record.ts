/** How demo records refer to each other. */
import type { DemoReference, DemoValue } from 'tablewright/server'

export const refTo = ({ key }: { readonly key: string }): DemoReference => ({ ref: key })

/** The key a value refers to, null when it is no reference. */
export function refKey(value: DemoValue | undefined): string | null {
  return typeof value === 'object' && value !== null && 'ref' in value ? value.ref : null
}
