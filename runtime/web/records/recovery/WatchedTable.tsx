import { Button, Callout, HTMLSelect } from '@blueprintjs/core'
import { controlProps, type InputProps } from '../../fields/input-props.ts'
import './security.css'
import { useTables } from './rule-tables.ts'
import { useT } from './texts.ts'

/** The table that a rule watches. One that it cannot watch may be chosen to learn why, and is refused when saved. */
export function WatchedTable(props: InputProps) {
  const { value, onChange, onBlur, record, locale } = props
  const t = useT()
  const { list, retry } = useTables(record.model.controller, locale.language)
  if (list === 'failed')
    return (
      <Callout compact intent="danger">
        {t('load-failed')} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  const entity = String(value ?? '')
  const table = list?.find(({ id }) => id === entity)
  const open = list?.filter(({ reason }) => reason === null) ?? []
  const closed = list?.filter(({ reason }) => reason !== null) ?? []
  return (
    <>
      <HTMLSelect
        {...controlProps(props)}
        fill
        disabled={props.disabled || list === null}
        value={entity}
        onBlur={onBlur}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{t('choose')}</option>
        {entity !== '' && !table && <option value={entity}>{entity}</option>}
        {open.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        {closed.map(({ id, label }) => (
          <option key={id} value={id}>
            {label} {t('left-out')}
          </option>
        ))}
      </HTMLSelect>
      <div role="status">
        {table && table.reason !== null && (
          <Callout compact intent="warning" className="security-reason">
            {table.reason}
          </Callout>
        )}
      </div>
    </>
  )
}
