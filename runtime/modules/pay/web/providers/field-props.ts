/** An input of the page of providers. */
export interface FieldProps {
  readonly label: string
  readonly note: string
  readonly value: string
  readonly placeholder: string
  readonly problem: string | null
  readonly isDisabled: boolean
  readonly onChange: (value: string) => void
}
