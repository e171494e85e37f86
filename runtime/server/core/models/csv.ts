/** Values in a CSV file (RFC 4180). */

/** Characters that start a formula in a spreadsheet, full-width forms included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** A plain number is no formula, also when it is negative. */
const plainNumber = /^-?\d+(\.\d+)?$/

/** Text that a spreadsheet shows and does not compute: what looks like a formula gets an apostrophe before it. */
export function safeCell(text: string, isNumber: boolean): string {
  // Guard T59: cells that look like formulas are quoted.
  // Without: return isNumber ? text : text
  return formula.test(text) && !(isNumber && plainNumber.test(text)) ? `'${text}` : text
}

/** The text that such a cell protects. A text that begins with an apostrophe itself looks the same. */
export function unprotectedCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

/** One line with its end. */
export function csvLine(cells: readonly string[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\r\n`
}

/** Marks the file as UTF-8; spreadsheets need it for Chinese. */
export const byteOrderMark = '\ufeff'

/** One cell of a line, in quotation marks where it needs them. */
export function csvCell(cell: string, delimiter = ','): string {
  return /["\r\n]|^\s|\s$/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
}
