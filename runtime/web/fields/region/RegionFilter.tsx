import { useT } from '../form-texts.ts'
import type { FilterProps } from '../renderer.ts'
import { RegionPickers } from './RegionPickers.tsx'
import { cityOf, districtOf } from './regions.ts'

/** Everything in a region: codes from its own to the last below it. */
export function RegionFilter({ id, value, onChange, locale }: FilterProps) {
  const t = useT()
  const control = {
    id,
    disabled: false,
    'aria-invalid': undefined,
    'aria-describedby': undefined,
    'aria-required': undefined,
  } as const
  return (
    <RegionPickers
      control={control}
      value={String(value?.val ?? '').split(',')[0] ?? ''}
      locale={{ ...locale, t }}
      onChange={(code) => onChange(code === '' ? null : { operator: 'RANGE', val: `${code},${lastIn(code)}` })}
      onBlur={() => {}}
    />
  )
}

const lastIn = (code: string): string =>
  districtOf(code) === '' ? (cityOf(code) === '' ? `${code.slice(0, 2)}9999` : `${code.slice(0, 4)}99`) : code
