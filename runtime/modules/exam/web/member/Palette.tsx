/** The numbers of all questions: answered, flagged, and the one that is shown. */
import { hasAnswer, isStored, questionsOf, type SittingState } from './sitting.ts'
import { useT } from './texts.ts'

interface PaletteProps {
  readonly state: SittingState
  /** Seq of the question that is shown. */
  readonly current: number
  readonly select: (seq: number) => void
}

export function Palette({ state, current, select }: PaletteProps) {
  const t = useT()
  const questions = questionsOf(state)
  return (
    <nav aria-label={t('palette')} className="exam-palette">
      {questions.map(({ seq }, place) => {
        const entry = state.entries.get(seq)
        const number = place + 1
        const isUnsaved = entry !== undefined && !isStored(entry)
        const marks = [
          hasAnswer(entry) ? t('answered') : t('unanswered'),
          ...(entry?.flagged ? [t('flagged')] : []),
          ...(isUnsaved ? [t('unsaved')] : []),
        ]
        return (
          <button
            key={seq}
            type="button"
            aria-label={`${t('palette-entry', { number })}: ${marks.join(', ')}`}
            aria-current={seq === current ? 'true' : undefined}
            data-answered={hasAnswer(entry) || undefined}
            data-flagged={entry?.flagged || undefined}
            data-unsaved={isUnsaved || undefined}
            onClick={() => select(seq)}
          >
            {number}
          </button>
        )
      })}
    </nav>
  )
}
