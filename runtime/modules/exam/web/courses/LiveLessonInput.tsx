/** Chooses the live lesson to which a lesson of a course leads. */
import { HTMLSelect } from '@blueprintjs/core'
import { callRoute, useLanguage, useStaleWhileRevalidate, type InputProps } from 'tablewright/web'
import { liveLessons } from '../../shared/course-routes.ts'
import { useT } from './texts.ts'

export function LiveLessonInput({ id, value, onChange, disabled, describedBy }: InputProps) {
  const t = useT()
  const language = useLanguage()
  const selection = Number(value ?? 0)
  const { value: data } = useStaleWhileRevalidate(`exam live lessons ${selection} ${language}`, () =>
    callRoute(liveLessons, selection > 0 ? { id: selection } : {}, { quiet: true }),
  )
  if (data && !data.isSupplied)
    return (
      <p id={id} className="tw-muted">
        {t('no-live-module')}
      </p>
    )
  const list = data?.list ?? []
  const isUnknown = selection > 0 && !list.some((lesson) => lesson.id === selection)
  return (
    <HTMLSelect
      id={id}
      fill
      disabled={disabled || !data}
      aria-describedby={describedBy}
      value={selection > 0 ? String(selection) : ''}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
    >
      <option value="">{t('no-live-lesson')}</option>
      {isUnknown && <option value={selection}>{selection}</option>}
      {list.map((lesson) => (
        <option key={lesson.id} value={lesson.id}>
          {lesson.title}
        </option>
      ))}
    </HTMLSelect>
  )
}
