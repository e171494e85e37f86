import { Button, Checkbox, PopoverNext } from '@blueprintjs/core'
import { Th } from '@blueprintjs/icons'
import { useLabel } from '../../i18n/language.ts'
import { offeredColumns } from './columns.ts'
import { isWideWidth } from './available-width.ts'
import { useScreen } from '../context/use-list.ts'
import { useT } from '../texts/index.ts'

/** Which columns are shown; kept in this browser until the defaults are asked for again. */
export function ColumnPanel() {
  const isWide = isWideWidth(useScreen().width)
  const t = useT()
  return (
    <PopoverNext
      placement="bottom-end"
      animation="minimal"
      arrow={false}
      content={<ColumnChoice />}
      renderTarget={({ isOpen, ref, className, ...target }) => (
        <Button
          {...target}
          ref={ref}
          className={className}
          icon={<Th />}
          variant="minimal"
          active={isOpen}
          aria-expanded={isOpen}
          aria-label={t('columns')}
          text={isWide ? t('columns') : undefined}
          data-tip={isWide ? undefined : t('columns')}
          data-tip-below
        />
      )}
    />
  )
}

function ColumnChoice() {
  const { model, preferences, prefer, columns } = useScreen()
  const t = useT()
  const label = useLabel()
  return (
    <div className="list-columns" role="group" aria-label={t('columns')}>
      <div className="list-columns-list">
        {offeredColumns(model).map((field) => (
          <Checkbox
            key={field.name}
            label={label(field.label)}
            checked={columns.includes(field.name)}
            disabled={columns.length === 1 && columns.includes(field.name)}
            onChange={(event) =>
              prefer({ columns: { ...preferences.columns, [field.name]: event.currentTarget.checked } })
            }
          />
        ))}
      </div>
      <Button
        fill
        size="small"
        variant="minimal"
        text={t('columnsReset')}
        disabled={Object.keys(preferences.columns).length === 0}
        onClick={() => prefer({ columns: {} })}
      />
    </div>
  )
}
