/** Everything that has changed since it was shown, with the press that solves it. */
import { Button, Callout } from '@blueprintjs/core'
import { amountLabel, type Currency } from './amount.ts'
import { useT } from './texts.ts'
import type { Problem } from './types.ts'

interface ProblemListProps {
  readonly problems: readonly Problem[]
  readonly currency: Currency
  readonly onTake: (goods: number, quantity: string) => void
  readonly onRemove: (goods: number) => void
}

const amounts: readonly Problem['kind'][] = ['price_up', 'freight_up', 'total_up']

export function ProblemList({ problems, currency, onTake, onRemove }: ProblemListProps) {
  const t = useT()
  const label = (kind: Problem['kind'], value: string): string =>
    amounts.includes(kind) ? amountLabel(t, currency, value) : value
  return (
    <Callout compact intent="warning" role="alert" className="shop-problems">
      <p>{t('changed')}</p>
      <ul>
        {problems.map(({ kind, goods_id: id, title, was, now }) => (
          <li key={`${kind} ${String(id)}`}>
            <span>{t(`problem-${kind}`, { title, was: label(kind, was), now: label(kind, now) })}</span>
            {id !== null && (kind === 'short' || kind === 'limit') && Number(now) > 0 && (
              <Button size="small" text={t('take', { quantity: now })} onClick={() => onTake(id, now)} />
            )}
            {id !== null && kind !== 'price_up' && (
              <Button
                size="small"
                text={t('remove')}
                aria-label={t('remove-line', { title })}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
