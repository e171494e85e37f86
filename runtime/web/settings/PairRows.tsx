/** Rows of a key and a value in an order that counts: the input type `array`, groups and shortcuts. */
import { Button, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { isFixed, type Pair, type SettingInputProps } from './settings.ts'
import { useT } from './texts.ts'

/** Texts of the two columns. */
type Headings =
  | readonly [key: 'pair-id' | 'pair-title', value: 'pair-title' | 'pair-page']
  | readonly [key: 'pair-key', value: 'pair-value']

/** What the two columns of built-in settings hold. */
const headings: Readonly<Record<string, Headings>> = {
  config_group: ['pair-id', 'pair-title'],
  config_quick_entrance: ['pair-title', 'pair-page'],
}

interface Wanted {
  readonly row: number
  /** Null = the first input. */
  readonly tool: 'up' | 'down' | 'remove' | null
}

/** At the ends of the list the other tool of the row has to do, and without rows the button that adds one. */
function focusRow(host: HTMLElement | null, { row, tool }: Wanted): void {
  const inRow = (selector: string): readonly HTMLElement[] => [
    ...(host?.children[row]?.querySelectorAll<HTMLElement>(selector) ?? []),
  ]
  const choices = [
    ...(tool === null ? [] : inRow(`[data-tool=${tool}]`)),
    ...(tool === null ? [] : inRow('[data-tool]')),
    ...inRow('input'),
    ...(host?.querySelectorAll<HTMLElement>(':scope > button') ?? []),
  ]
  choices.find((one) => !one.matches(':disabled'))?.focus()
}

export function PairRows({ id, setting, value, invalid, describedBy, onChange }: SettingInputProps) {
  const t = useT()
  const pairs = Array.isArray(value) ? (value as readonly Pair[]) : []
  const isOff = isFixed(setting)
  const kept = new Set(setting.kept)
  const columnHeadings = headings[setting.name] ?? (['pair-key', 'pair-value'] as const)
  const put = (at: number, part: Partial<Pair>): void =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...part } : pair)))
  // The focus goes along with a row that moves, to a row that is added, and to the next one when its row is gone.
  const host = useRef<HTMLDivElement>(null)
  const wanted = useRef<Wanted | null>(null)
  useEffect(() => {
    if (wanted.current) focusRow(host.current, wanted.current)
    wanted.current = null
  })
  const move = (at: number, step: -1 | 1): void => {
    wanted.current = { row: at + step, tool: step === -1 ? 'up' : 'down' }
    const moved = [...pairs]
    moved.splice(at + step, 0, ...moved.splice(at, 1))
    onChange(moved)
  }
  return (
    <div
      ref={host}
      id={id}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
      className="settings-pairs"
    >
      {pairs.map((pair, at) => (
        <PairRow
          // oxlint-disable-next-line react/no-array-index-key -- a pair being edited has only its place as identity
          key={at}
          pair={pair}
          number={at + 1}
          isFirst={at === 0}
          isLast={at === pairs.length - 1}
          headings={columnHeadings}
          isDisabled={isOff}
          isKeyFixed={kept.has(pair.key)}
          isInvalid={invalid}
          onChange={(part) => put(at, part)}
          onMove={(step) => move(at, step)}
          onRemove={() => {
            wanted.current = { row: Math.min(at, pairs.length - 2), tool: 'remove' }
            onChange(pairs.filter((_, index) => index !== at))
          }}
        />
      ))}
      <Button
        size="small"
        icon={<Plus />}
        disabled={isOff}
        text={t('pair-add')}
        onClick={() => {
          wanted.current = { row: pairs.length, tool: null }
          onChange([...pairs, { key: '', value: '' }])
        }}
      />
    </div>
  )
}

interface PairRowProps {
  readonly pair: Pair
  /** From 1. */
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly headings: Headings
  readonly isDisabled: boolean
  /** The server refuses another key, and that the row is removed. */
  readonly isKeyFixed: boolean
  readonly isInvalid: boolean
  readonly onChange: (part: Partial<Pair>) => void
  readonly onMove: (step: -1 | 1) => void
  readonly onRemove: () => void
}

function PairRow(props: PairRowProps) {
  const { pair, number, isFirst, isLast, headings, isDisabled, isKeyFixed, isInvalid, onChange, onMove, onRemove } =
    props
  const t = useT()
  const [keyHeading, valueHeading] = headings
  const name = pair.value || pair.key || String(number)
  return (
    <div className="settings-pair">
      <InputGroup
        fill
        disabled={isDisabled || isKeyFixed}
        value={pair.key}
        aria-invalid={isInvalid || undefined}
        placeholder={t(keyHeading)}
        aria-label={t('pair-cell', { name: t(keyHeading), number })}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <InputGroup
        fill
        disabled={isDisabled}
        value={pair.value}
        aria-invalid={isInvalid || undefined}
        placeholder={t(valueHeading)}
        aria-label={t('pair-cell', { name: t(valueHeading), number })}
        onChange={(event) => onChange({ value: event.target.value })}
      />
      <span className="settings-pair-tools">
        <Button
          variant="minimal"
          icon={<ArrowUp />}
          disabled={isDisabled || isFirst}
          data-tool="up"
          aria-label={t('pair-up', { name })}
          onClick={() => onMove(-1)}
        />
        <Button
          variant="minimal"
          icon={<ArrowDown />}
          disabled={isDisabled || isLast}
          data-tool="down"
          aria-label={t('pair-down', { name })}
          onClick={() => onMove(1)}
        />
        <Button
          variant="minimal"
          icon={<Trash />}
          disabled={isDisabled || isKeyFixed}
          data-tool="remove"
          aria-label={t('pair-remove', { name })}
          onClick={onRemove}
        />
      </span>
    </div>
  )
}
