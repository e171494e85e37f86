/** Province, city and district as the three lists that phones show best. */
import { HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import { useStaleWhileRevalidate } from 'tablewright/web'
import { codeAt, loadRegions } from './regions.ts'
import { useT } from './texts.ts'

interface RegionSelectsProps {
  /** A code of six digits, "" = none. */
  readonly value: string
  readonly problem: string | null
  readonly onChange: (code: string) => void
}

const levels = ['province', 'city', 'district'] as const

export function RegionSelects({ value, problem, onChange }: RegionSelectsProps) {
  const t = useT()
  const id = useId()
  return (
    <fieldset className="shop-regions">
      <legend>{t('address-region')}</legend>
      {levels.map((level, index) => (
        <LevelSelect
          key={level}
          label={t(`address-${level}`)}
          parent={index === 0 ? '' : codeAt(value, index - 1)}
          isOff={index > 0 && codeAt(value, index - 1) === ''}
          value={codeAt(value, index)}
          describedBy={problem === null ? undefined : id}
          onChange={onChange}
        />
      ))}
      <div id={id} className="tw-field-problem" aria-live="polite">
        {problem}
      </div>
    </fieldset>
  )
}

interface LevelSelectProps {
  readonly label: string
  readonly parent: string
  readonly isOff: boolean
  readonly value: string
  readonly describedBy: string | undefined
  readonly onChange: (code: string) => void
}

function LevelSelect({ label, parent, isOff, value, describedBy, onChange }: LevelSelectProps) {
  const t = useT()
  const { value: regions } = useStaleWhileRevalidate(`regions ${parent} ${String(isOff)}`, async () =>
    isOff ? [] : loadRegions(parent),
  )
  return (
    <HTMLSelect
      fill
      aria-label={label}
      value={regions?.some((region) => String(region.value) === value) ? value : ''}
      disabled={isOff}
      aria-invalid={describedBy !== undefined && value === ''}
      aria-describedby={describedBy}
      options={[{ value: '', label: `${label}: ${t('address-choose-one')}` }, ...(regions ?? [])]}
      onChange={(event) => onChange(event.target.value === '' ? parent : event.target.value)}
    />
  )
}
