/** Rows of a key and a value in an order that counts: the input type `array`, groups and shortcuts. */
import { Button, InputGroup } from '@blueprintjs/core'
import { ArrowDown, ArrowUp, Plus, Trash } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import { isFixed, type Pair, type SettingInputProps } from './settings.ts'
import { useT } from './texts.ts'

/** What the two columns of built-in settings hold. */
const headings: Readonly<Record<string, readonly [key: 'pair-id' | 'pair-title', value: 'pair-title' | 'pair-page']>> =
  { config_group: ['pair-id', 'pair-title'], config_quick_entrance: ['pair-title', 'pair-page'] }

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
  const [keyHeading, valueHeading] = headings[setting.name] ?? (['pair-key', 'pair-value'] as const)
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
  const nameOf = (at: number): string => pairs[at]?.value || pairs[at]?.key || String(at + 1)
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
        // oxlint-disable-next-line react/no-array-index-key -- a pair being edited has no other identity than its place
        <div key={at} className="settings-pair">
          <InputGroup
            fill
            disabled={isOff || kept.has(pair.key)}
            value={pair.key}
            aria-invalid={invalid || undefined}
            placeholder={t(keyHeading)}
            aria-label={t('pair-cell', { name: t(keyHeading), number: at + 1 })}
            onChange={(event) => put(at, { key: event.target.value })}
          />
          <InputGroup
            fill
            disabled={isOff}
            value={pair.value}
            aria-invalid={invalid || undefined}
            placeholder={t(valueHeading)}
            aria-label={t('pair-cell', { name: t(valueHeading), number: at + 1 })}
            onChange={(event) => put(at, { value: event.target.value })}
          />
          <span className="settings-pair-tools">
            <Button
              variant="minimal"
              icon={<ArrowUp />}
              disabled={isOff || at === 0}
              data-tool="up"
              aria-label={t('pair-up', { name: nameOf(at) })}
              onClick={() => move(at, -1)}
            />
            <Button
              variant="minimal"
              icon={<ArrowDown />}
              disabled={isOff || at === pairs.length - 1}
              data-tool="down"
              aria-label={t('pair-down', { name: nameOf(at) })}
              onClick={() => move(at, 1)}
            />
            <Button
              variant="minimal"
              icon={<Trash />}
              disabled={isOff || kept.has(pair.key)}
              data-tool="remove"
              aria-label={t('pair-remove', { name: nameOf(at) })}
              onClick={() => {
                wanted.current = { row: Math.min(at, pairs.length - 2), tool: 'remove' }
                onChange(pairs.filter((_, index) => index !== at))
              }}
            />
          </span>
        </div>
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
