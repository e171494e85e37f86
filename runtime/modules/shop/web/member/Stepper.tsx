/** A quantity between one step of its unit and what can be bought, by buttons, arrow keys or typing. */
import { Button } from '@blueprintjs/core'
import { Minus, Plus } from '@blueprintjs/icons'
import { useState, type KeyboardEvent } from 'react'
import { quantityText, stepOf, thousandths } from './quantity.ts'
import { useT } from './texts.ts'

interface StepperProps {
  /** Names the goods. */
  readonly label: string
  readonly value: string
  readonly decimals: number
  /** The most that can be bought; a value above it only goes down. */
  readonly maximum: string
  readonly onChange: (value: string) => void
}

export function Stepper({ label, value, decimals, maximum, onChange }: StepperProps) {
  const t = useT()
  /** Text that is being typed; null = none. */
  const [draft, setDraft] = useState<string | null>(null)
  const step = stepOf(decimals)
  const current = thousandths(value)
  const most = thousandths(maximum)
  const change = (next: number): void => {
    setDraft(null)
    if (next !== current) onChange(quantityText(next))
  }
  const move = (steps: number): void => {
    // A quantity between two steps goes to the next one.
    const next = (steps > 0 ? Math.floor(current / step) : Math.ceil(current / step)) * step + steps * step
    if (next >= step && (steps < 0 || next <= most)) change(next)
  }
  const commit = (): void => {
    const typed = thousandths(draft ?? value)
    change(Number.isNaN(typed) || typed < step ? current : Math.round(typed / step) * step)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      move(event.key === 'ArrowUp' ? 1 : -1)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      commit()
    }
  }
  return (
    <span className="shop-stepper" role="group" aria-label={label}>
      <Button icon={<Minus />} aria-label={t('less')} disabled={current <= step} onClick={() => move(-1)} />
      <input
        className="bp6-input"
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        aria-label={label}
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
      <Button icon={<Plus />} aria-label={t('more')} disabled={!(current + step <= most)} onClick={() => move(1)} />
    </span>
  )
}
