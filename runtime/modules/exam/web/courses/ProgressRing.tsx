import { useT } from './texts.ts'

const radius = 16
const length = 2 * Math.PI * radius

/** How much of a course is done. */
export function ProgressRing({ done, lessons }: { readonly done: number; readonly lessons: number }) {
  const t = useT()
  const share = lessons === 0 ? 0 : done / lessons
  const percent = Math.round(share * 100)
  return (
    <span className="exam-ring" role="img" aria-label={t('percent', { percent })}>
      <svg viewBox="0 0 40 40" aria-hidden>
        <circle cx="20" cy="20" r={radius} />
        <circle cx="20" cy="20" r={radius} strokeDasharray={`${length * share} ${length}`} data-done />
      </svg>
      <span aria-hidden>{percent}</span>
    </span>
  )
}
