/** A labelled input of one line, or of several. */
import { InputGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  readonly maxLength?: number
  readonly rows?: number
  readonly help?: string
  readonly disabled?: boolean
  readonly inputMode?: 'decimal'
}

export function Field({ label, value, onChange, rows, help, required = false, ...more }: FieldProps) {
  const id = useId()
  const common = { id, value, required, ...more, ...(help !== undefined && { 'aria-describedby': `${id}-help` }) }
  return (
    <div className="site-field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <InputGroup fill {...common} onChange={(event) => onChange(event.target.value)} />
      ) : (
        <TextArea fill {...common} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
      {help !== undefined && (
        <small id={`${id}-help`} className="tw-muted">
          {help}
        </small>
      )}
    </div>
  )
}
