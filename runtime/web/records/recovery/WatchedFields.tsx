import { Checkbox, InputGroup } from '@blueprintjs/core'
import { groupProps, type InputProps } from '../../fields/input-props.ts'
import './security.css'
import { useTables } from './rule-tables.ts'
import { useT } from './texts.ts'

/** The fields that a rule watches, each with the title under which the log shows it. */
export function WatchedFields(props: InputProps) {
  const { value, onChange, onBlur, record, locale, disabled } = props
  const t = useT()
  const { list } = useTables(record.model.controller, locale.language)
  const entity = record.valueOf('entity')
  const table = list === 'failed' ? undefined : list?.find(({ id }) => id === entity)
  const fieldNames = (value ?? {}) as Readonly<Record<string, string>>
  if (!table || table.reason !== null)
    return (
      <div {...groupProps(props)}>
        <span className="tw-muted">{t('choose-table')}</span>
      </div>
    )
  // Fields of a table that was chosen before are none of this one's.
  const put = (name: string, title: string | null): void =>
    onChange(
      Object.fromEntries(
        table.fields.flatMap((field) => {
          const next = field.name === name ? title : (fieldNames[field.name] ?? null)
          return next === null ? [] : [[field.name, next]]
        }),
      ),
    )
  return (
    <div {...groupProps(props)} className="security-fields" onBlur={onBlur}>
      {table.fields.map(({ name, label, secret }) => {
        const isChosen = Object.hasOwn(fieldNames, name)
        return (
          <div key={name} className="security-field">
            <Checkbox
              checked={isChosen}
              disabled={disabled}
              onChange={(event) => put(name, event.currentTarget.checked ? label : null)}
            >
              {label}
              {secret && <span className="tw-muted security-secret">{t('secret')}</span>}
            </Checkbox>
            {isChosen && (
              <InputGroup
                size="small"
                disabled={disabled}
                value={fieldNames[name] ?? ''}
                maxLength={100}
                placeholder={label}
                aria-label={t('field-title', { field: label })}
                onChange={(event) => put(name, event.target.value)}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
