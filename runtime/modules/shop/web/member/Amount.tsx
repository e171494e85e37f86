interface AmountProps {
  readonly label: string
  readonly value: string
  readonly isTotal?: boolean
}

/** A line of a list of amounts. */
export function Amount({ label, value, isTotal }: AmountProps) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
