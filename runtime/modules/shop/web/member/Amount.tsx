interface AmountProps {
  readonly label: string
  readonly value: string
  readonly isTotal?: boolean
  readonly note?: string | undefined
}

/** A line of a list of amounts. */
export function Amount({ label, value, isTotal, note }: AmountProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>
        {value}
        {note !== undefined && <span className="tw-muted shop-amount-note">{note}</span>}
      </dd>
    </div>
  )
}
