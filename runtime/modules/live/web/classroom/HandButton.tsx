/** Raises and lowers the own hand, and says how many are before it. */
import { Button } from '@blueprintjs/core'
import { Hand } from '@blueprintjs/icons'
import { judge } from '../../shared/rights.ts'
import { useT } from '../texts.ts'
import type { OpenLesson } from './use-lesson.ts'

export function HandButton({ lesson }: { readonly lesson: OpenLesson }) {
  const t = useT()
  const { me, state, submit } = lesson
  if (!me || state.status !== 'live') return null
  const place = state.hands.findIndex(({ person }) => person === me.holder)
  const isUp = place >= 0
  const hasFloor = state.floor.includes(me.holder)
  const mayRaise = judge(state, me, { kind: 'hand.up', payload: {} }) === 'allowed'
  if (hasFloor)
    return (
      <p className="live-hand" role="status">
        {t('has-floor')}
      </p>
    )
  if (!isUp && !mayRaise) return null
  const toggle = (): void =>
    submit(isUp ? { kind: 'hand.down', payload: { person: me.holder } } : { kind: 'hand.up', payload: {} })
  return (
    <p className="live-hand">
      <Button
        intent={isUp ? 'warning' : 'none'}
        size="large"
        icon={<Hand />}
        text={isUp ? t('hand-lower') : t('hand-raise')}
        aria-pressed={isUp}
        onClick={toggle}
      />
      <span role="status">{isUp ? t('hand-place', { place: place + 1 }) : ''}</span>
    </p>
  )
}
