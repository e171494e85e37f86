/** Bills of providers are tables of text whose columns are found by their names. */

export interface BillTable {
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The value of a row in the first of the columns that there is; "" when there is none. */
  value(row: readonly string[], ...columns: readonly string[]): string
}

/**
 * The rows below the line of names; null when there is none. Shorter lines, for example those of totals, are left out.
 * @param split the values of a line
 */
export function readTable(
  text: string,
  isHead: (cells: readonly string[]) => boolean,
  split: (line: string) => readonly string[],
): BillTable | null {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const start = lines.findIndex((line) => isHead(split(line)))
  if (start < 0) return null
  const names = split(lines[start] ?? '')
  return {
    names,
    rows: lines
      .slice(start + 1)
      .map(split)
      .filter((row) => row.length >= names.length),
    value(row, ...columns) {
      const column = columns.find((name) => names.includes(name))
      return column === undefined ? '' : (row[names.indexOf(column)] ?? '')
    },
  }
}
