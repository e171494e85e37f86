/** Everything that has changed since it was shown, with the press that solves it. */
import { Button, Callout } from '@blueprintjs/core'
import { useT } from './texts.ts'
import type { Problem } from './types.ts'

interface ProblemListProps {
  readonly problems: readonly Problem[]
  readonly onTake: (goods: number, quantity: string) => void
  readonly onRemove: (goods: number) => void
}

export function ProblemList({ problems, onTake, onRemove }: ProblemListProps) {
  const t = useT()
  return (
    <Callout compact intent="warning" role="alert" className="shop-problems">
      <p>{t('changed')}</p>
      <ul>
        {problems.map(({ kind, goods_id: id, title, was, now }) => (
          <li key={`${kind} ${String(id)}`}>
            <span>{t(`problem-${kind}`, { title, was, now })}</span>
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
