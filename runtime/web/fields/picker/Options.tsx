import { Button, Classes, Spinner } from '@blueprintjs/core'
import { useEffect } from 'react'
import type { FieldLocale } from '../input-props.ts'
import type { PickerOption, PickerOptions, PickerState } from './picker.ts'

export interface OptionsProps {
  readonly id: string
  /** Id of the field's label. */
  readonly label: string
  readonly picker: PickerState
  readonly list: PickerOptions
  readonly chosen: PickerOption | null
  readonly locale: FieldLocale
  readonly onChoose: (option: PickerOption) => void
}

/** The list box of a picker. Mouse clicks must not take the focus out of the input. */
export function Options({ id, label, picker, list, chosen: selected, locale, onChoose }: OptionsProps) {
  const { active } = picker
  useEffect(() => {
    // Once the panel is placed, when it has just been opened: until then this would scroll the page.
    const frame = requestAnimationFrame(() =>
      document.getElementById(`${id}-${active}`)?.scrollIntoView?.({ block: 'nearest' }),
    )
    return () => cancelAnimationFrame(frame)
  }, [id, active])
  return (
    <div role="presentation" className="record-options" onMouseDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" className="record-options-list" aria-labelledby={label}>
        {list.options.map((option, index) => (
          // oxlint-disable-next-line click-events-have-key-events, interactive-supports-focus -- keys: the input
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={option.value === selected?.value}
            aria-disabled={option.isDisabled || undefined}
            className={index === picker.active ? 'record-option record-option-active' : 'record-option'}
            data-depth={Math.min(option.depth ?? 0, 6)}
            onMouseMove={() => {
              if (index !== picker.active) picker.moveTo(index)
            }}
            onClick={() => {
              if (!option.isDisabled) onChoose(option)
            }}
          >
            {option.label}
            {option.note && <span className={Classes.TEXT_MUTED}> {option.note}</span>}
            {option.detail && <span className="record-option-detail">{option.detail}</span>}
          </div>
        ))}
      </div>
      <div className="record-options-foot" role="status">
        {footerOf(list, locale)}
      </div>
    </div>
  )
}

function footerOf(list: PickerOptions, locale: FieldLocale) {
  if (list.state === 'loading')
    return (
      <>
        <Spinner size={14} /> {locale.t('loading')}
      </>
    )
  if (list.state === 'failed' && list.problem) return list.problem
  if (list.state === 'failed')
    return (
      <>
        {locale.t('options-failed')}{' '}
        <Button size="small" variant="minimal" text={locale.t('try-again')} onClick={list.retry} />
      </>
    )
  if (list.options.length === 0) return locale.t('no-match')
  if (list.more) return <Button size="small" variant="minimal" text={locale.t('more-options')} onClick={list.more} />
  return <span className={Classes.TEXT_MUTED}>{locale.t('option-count', { count: list.options.length })}</span>
}
