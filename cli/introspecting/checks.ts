/** What check constraints say about a single column. Everything else about them is left to the database. */

/** Values of `IN ('a', 'b')`, of `= ANY (ARRAY['a'::text, …])`, or of `= 'a' OR … = 'b'`; null for other conditions. */
export function valuesOfCheck(condition: string, column: string): readonly (string | number)[] | null {
  const list = listOf(condition, column)
  if (list === null) return null
  const texts = [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
  const rest = list.replaceAll(/'(?:[^']|'')*'/g, '').replaceAll(/::[a-z ]+(\([\d, ]*\))?(\[\])?/gi, '')
  const numbers = [...rest.matchAll(/-?\d+(\.\d+)?/g)].map(([text]) => Number(text))
  // Names or calls among the values make it a condition of another kind.
  if (/[a-z_]/i.test(rest.replaceAll(/\bnull\b/gi, ''))) return null
  const values = texts.length > 0 ? texts : numbers
  return values.length > 0 && (texts.length === 0 || numbers.length === 0)
    ? [...new Set<string | number>(values)]
    : null
}

function listOf(condition: string, column: string): string | null {
  const name = column.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const own = String.raw`\(*\s*["'\[\x60]?${name}["'\]\x60]?\s*\)*\s*(?:::[a-z ]+)?\s*\)*`
  const among = new RegExp(String.raw`^\s*\(*\s*${own}\s+in\s*\((.*)\)\s*$`, 'is').exec(condition)
  if (among?.[1] !== undefined && !/\)\s*(and|or)\b/i.test(among[1])) return among[1].replace(/\)+$/, '')
  const any = new RegExp(String.raw`^\s*\(*\s*${own}\s*=\s*any\s*\(\(*\s*array\[(.*)\]`, 'is').exec(condition)
  return any?.[1] ?? null
}

/** The smallest value that `column >= 0` or `column > 0` allows; null for other conditions. */
export function minimumOfCheck(condition: string, column: string): number | null {
  const plain = condition
    .replaceAll(/["'()[\]`]/g, ' ')
    .replaceAll(/::[a-z ]+/gi, ' ')
    .trim()
  const match = /^(.+?)\s*(>=|>)\s*(-?\d+)$/.exec(plain)
  if (!match || match[1]?.trim().toLowerCase() !== column.toLowerCase()) return null
  return Number(match[3]) + (match[2] === '>' ? 1 : 0)
}

/** Conditions of `CHECK (…)` in the text of a CREATE TABLE. */
export function checksIn(statement: string): readonly string[] {
  const conditions: string[] = []
  for (const match of statement.matchAll(/\bcheck\s*\(/gi)) {
    const start = match.index + match[0].length
    const end = endOf(statement, start)
    if (end !== null) conditions.push(statement.slice(start, end))
  }
  return conditions
}

/** Where the parenthesis that was opened before `start` ends. */
function endOf(text: string, start: number): number | null {
  let depth = 1
  let quote: string | null = null
  for (let index = start; index < text.length; index++) {
    const letter = text[index]
    if (quote !== null) {
      if (letter === quote) quote = null
    } else if (letter === "'" || letter === '"' || letter === '`') quote = letter
    else if (letter === '(') depth++
    else if (letter === ')' && --depth === 0) return index
  }
  return null
}
