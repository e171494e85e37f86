import { controlProps, type InputProps } from '../input-props.ts'
import { RegionPickers } from './RegionPickers.tsx'

export function RegionInput(props: InputProps) {
  const { value, locale, onChange, onBlur } = props
  return (
    <RegionPickers
      control={controlProps(props)}
      value={typeof value === 'string' ? value : ''}
      locale={locale}
      onChange={onChange}
      onBlur={onBlur}
    />
  )
}
