/** One sheet as its person saw it; questions that were not shown say so. */
import { callRoute, errorText, useLanguage, useStaleWhileRevalidate, type PanelProps } from 'tablewright/web'
import { sheetAnswers } from '../../shared/routes.ts'
import { useT } from '../texts.ts'
import '../designer/designer.css'

export function SheetPanel({ row }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const { value, error } = useStaleWhileRevalidate(`questionnaire sheet ${id} ${language}`, () =>
    callRoute(sheetAnswers, { id }, { quiet: true }),
  )
  if (value === null) return error !== null && <p role="alert">{errorText(error)}</p>
  return (
    <dl className="questionnaire-answers">
      {value.items.map(({ key, title, isShown, text, files }) => (
        <div key={key} className={isShown ? undefined : 'questionnaire-hidden'}>
          <dt>{title}</dt>
          <dd>
            {!isShown && <em>{t('not-shown')}</em>}
            {isShown && text === '' && files.length === 0 && <em>{t('no-answer')}</em>}
            {text}
            {files.map(({ name, address }) => (
              <a key={address} href={address} target="_blank" rel="noreferrer">
                {name}
              </a>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
