/**
 * Rows of a list as a reader has encoded them. They stay a text until somebody looks into them: to parse and to write
 * them again would take a sixth of the time of a list.
 */
import type { WireRow } from './row-shape.ts'

export class EncodedRows {
  readonly json: string

  /** @param json text of an array of rows */
  constructor(json: string) {
    this.json = json
  }

  rows(): WireRow[] {
    return JSON.parse(this.json) as WireRow[]
  }

  toJSON(): WireRow[] {
    return this.rows()
  }
}

/** `JSON.stringify`, with encoded rows that are a member of the data set in as they are. */
export function jsonText(data: unknown): string {
  if (typeof data !== 'object' || data === null || !Object.values(data).some((member) => member instanceof EncodedRows))
    return JSON.stringify(data)
  const members = Object.entries(data).filter(([, value]) => value !== undefined)
  return `{${members
    .map(([name, value]) => `"${name}":${value instanceof EncodedRows ? value.json : JSON.stringify(value)}`)
    .join()}}`
}
