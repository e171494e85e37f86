/**
 * Values as BuildAdmin's client stores them: its tables of rights contain a state as the text "0" or "1", and its radio
 * buttons find the selected option by that text. Both spellings are read from every client, so only answers differ.
 */
import type { RouteAnswer } from '../route.ts'
import { fontAwesomeIcon } from './menu.ts'

type Row = Readonly<Record<string, unknown>>
type Change = (value: unknown) => unknown

const asText: Change = (value) => (typeof value === 'number' ? String(value) : value)
/** BuildAdmin's tables contain 0 for an unknown admin. */
const orZero: Change = (value) => value ?? 0

const columns: ReadonlyMap<string, Readonly<Record<string, Change>>> = new Map(
  Object.entries<Readonly<Record<string, Change>>>({
    'auth.Admin': { status: asText },
    'auth.Group': { status: asText },
    'auth.Rule': { status: asText, icon: (value) => (typeof value === 'string' ? fontAwesomeIcon(value) : value) },
    'auth.AdminLog': { admin_id: orZero },
  }),
)

/** The answer of a table's action as old clients get it; the same object where nothing differs. */
export function toCompatValues(controller: string, answer: RouteAnswer): RouteAnswer {
  const changes = columns.get(controller)
  if (!changes || 'cached' in answer || 'file' in answer || 'events' in answer || 'svg' in answer) return answer
  const data: unknown = 'json' in answer ? JSON.parse(answer.json) : answer.data
  if (typeof data !== 'object' || data === null) return answer
  const { code, msg } = { code: undefined, ...answer }
  return { data: changed(data as Row, changes), ...(code !== undefined && { code }), ...(msg !== undefined && { msg }) }
}

/** `list` and `options` contain rows, `row` is one. */
function changed(data: Row, changes: Readonly<Record<string, Change>>): Row {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if ((name === 'list' || name === 'options') && Array.isArray(value))
        return [name, value.map((row: Row) => changedRow(row, changes))]
      return [name, name === 'row' && value !== null ? changedRow(value as Row, changes) : value]
    }),
  )
}

function changedRow(row: Row, changes: Readonly<Record<string, Change>>): Row {
  const next: Record<string, unknown> = { ...row }
  for (const [name, change] of Object.entries(changes)) if (Object.hasOwn(row, name)) next[name] = change(row[name])
  if (Array.isArray(row['children'])) next['children'] = row['children'].map((child: Row) => changedRow(child, changes))
  return next
}
