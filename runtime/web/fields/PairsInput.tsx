import { Button, InputGroup } from '@blueprintjs/core'
import { Plus, Trash } from '@blueprintjs/icons'
import { groupProps, type InputProps } from './input-props.ts'

interface Pair {
  readonly key: string
  readonly value: string
}

/** Rows of key and text. While it is edited the value is a list of pairs, which the kind reads like a map. */
export function PairsInput(props: InputProps) {
  const { locale, disabled } = props
  const pairs = pairsOf(props.value)
  const put = (at: number, pair: Pair) => props.onChange(pairs.map((other, index) => (index === at ? pair : other)))
  return (
    <div {...groupProps(props)} className="record-pairs" onBlur={props.onBlur}>
      {pairs.map((pair, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pair being edited has no other identity than its place
        <div key={at} className="record-pair">
          <InputGroup
            fill
            disabled={disabled}
            value={pair.key}
            aria-label={locale.t('pair-key', { number: at + 1 })}
            placeholder={locale.t('key')}
            onChange={(event) => put(at, { ...pair, key: event.target.value })}
          />
          <InputGroup
            fill
            disabled={disabled}
            value={pair.value}
            aria-label={locale.t('pair-value', { number: at + 1 })}
            placeholder={locale.t('value')}
            onChange={(event) => put(at, { ...pair, value: event.target.value })}
          />
          <Button
            variant="minimal"
            icon={<Trash />}
            disabled={disabled}
            aria-label={locale.t('remove-item', { item: pair.key })}
            onClick={() => props.onChange(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<Plus />}
        disabled={disabled}
        text={locale.t('add-pair')}
        onClick={() => props.onChange([...pairs, { key: '', value: '' }])}
      />
    </div>
  )
}

function pairsOf(value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value as readonly Pair[]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, text]) => ({ key, value: String(text) }))
    : []
}
