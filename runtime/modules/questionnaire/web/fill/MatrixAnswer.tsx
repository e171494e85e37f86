/** A table of rows, in each of which one column is chosen; on a phone one row below the other. */
import type { AnswerProps } from './sheet.ts'

export function MatrixAnswer({ item, answer, onChange }: AnswerProps) {
  const keys = answer?.keys ?? []
  const choose = (row: string, column: string): void => {
    const others = keys.filter((key) => !key.startsWith(`${row}:`))
    onChange(item.key, { keys: [...others, `${row}:${column}`] })
  }
  return (
    <div className="q-matrix">
      {(item.rows ?? []).map((row) => (
        <div key={row.key} role="radiogroup" aria-label={row.label} className="q-matrix-row">
          <span className="q-matrix-label">{row.label}</span>
          {(item.options ?? []).map((column) => (
            <label key={column.key} className="q-option">
              <input
                type="radio"
                name={`${item.key}-${row.key}`}
                checked={keys.includes(`${row.key}:${column.key}`)}
                onChange={() => choose(row.key, column.key)}
              />
              <span>{column.label}</span>
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}
