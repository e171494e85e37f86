/** What the demo data is made of: plain records in the order they can be inserted. */

/** A field of a demo record. Pictures are drawn as SVG text; whoever stores the record rasterises them. */
export type DemoValue = string | number | null | DemoReference | DemoPicture | readonly DemoPicture[]

/** Points at the record of that key, which stands earlier in the list. */
export interface DemoReference {
  readonly ref: string
}

export interface DemoPicture {
  readonly svg: string
}

export interface DemoRecord {
  /** Entity, for example `wms/product`. */
  readonly table: string
  /** Unique in the whole list, for example `product:1`. */
  readonly key: string
  readonly values: Readonly<Record<string, DemoValue>>
}

export const refTo = (record: DemoRecord): DemoReference => ({ ref: record.key })

/** The key a value points at, null when it is no reference. */
export function refKey(value: DemoValue | undefined): string | null {
  return typeof value === 'object' && value !== null && 'ref' in value ? value.ref : null
}
